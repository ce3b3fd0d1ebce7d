// The ways to make a client, which both versions share: with a name and a password, with the access key of a service
// app, with a token of one's own, and with a handler of one's own.

import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';

// The client must be good for a call, whatever it signed in with.
async function works(t, api) {
  const rows = await api.auditReasonsClient[t.client === 'v1' ? 'getAuditReasons' : 'listAuditReasons'](t.repo);
  assert.ok(rows);
}

async function aFolder(t, api) {
  const made = { ...t.repo, entryId: 1, request: { name: t.name('Never made'), entryType: 'Folder' } };
  return await api.entriesClient[t.client === 'v1' ? 'createOrCopyEntry' : 'createEntry'](made);
}

// A well-formed access key that no simulator has issued.
function strangeKey(t) {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = { ...privateKey.export({ format: 'jwk' }), use: 'sig', kid: 'strange' };
  return { customerId: '1', clientId: 'strange', domain: t.domain, jwk };
}

async function token(t) {
  if (t.isCloud) {
    const tokens = new t.core.TokenClient(t.accessKey.domain);
    return await tokens.getAccessTokenFromServicePrincipal(t.principal, t.accessKey);
  }
  const body = new URLSearchParams({ grant_type: 'password', username: 'demo', password: 'demo' });
  const answer = await fetch(`${t.base}/${t.client}/Repositories/${t.repository}/Token`, { method: 'POST', body });
  return await answer.json();
}

const called = (t, name) => {
  t.called.add(`RepositoryApiClient.${name}`);
  return t.library.RepositoryApiClient;
};

export const cases = {
  RepositoryApiClient: {
    async createFromUsernamePassword(t) {
      const Client = called(t, 'createFromUsernamePassword');
      await works(t, Client.createFromUsernamePassword(t.repository, 'demo', 'demo', t.base));
      const wrong = Client.createFromUsernamePassword(t.repository, 'demo', 'wrong', t.base);
      await t.fails(works(t, wrong), 401);
    },
    async createFromAccessKey(t) {
      const Client = called(t, 'createFromAccessKey');
      const strange = Client.createFromAccessKey('no such principal', strangeKey(t));
      if (!t.isCloud) {
        await t.fails(works(t, strange), 404);
        return;
      }
      await t.fails(works(t, strange), 401);
      await works(t, Client.createFromAccessKey(t.principal, t.accessKey));
      const reader = Client.createFromAccessKey(t.principal, t.accessKey, 'repository.Read');
      await works(t, reader);
      await t.fails(aFolder(t, reader), 403);
    },
    async createFromGetAccessTokenFunc(t) {
      let asked = 0;
      const give = async () => {
        asked += 1;
        return await token(t);
      };
      const Client = called(t, 'createFromGetAccessTokenFunc');
      if (!t.isCloud) {
        // The client reads the token as a JWT for the domain in it; only Cloud hands out such tokens.
        await assert.rejects(works(t, Client.createFromGetAccessTokenFunc(give, t.base)), /access token/);
        return;
      }
      const api = Client.createFromGetAccessTokenFunc(give);
      await works(t, api);
      await works(t, api);
      assert.equal(asked, 1);
    },
    async createFromHttpRequestHandler(t) {
      const statuses = [];
      const handler = {
        beforeFetchRequestAsync: async (url, request) => {
          request.headers.Authorization = `Bearer ${(await token(t)).access_token}`;
          return { regionalDomain: 'nowhere.example' };
        },
        afterFetchResponseAsync: async (url, response) => {
          statuses.push(response.status);
          return false;
        },
      };
      await works(t, called(t, 'createFromHttpRequestHandler').createFromHttpRequestHandler(handler, t.base));
      assert.deepEqual(statuses, [200]);
    },
    async defaultRequestHeaders(t) {
      called(t, 'defaultRequestHeaders');
      t.api.defaultRequestHeaders = { 'X-Sent-By': 'the driving script' };
      assert.deepEqual(t.api.defaultRequestHeaders, { 'X-Sent-By': 'the driving script' });
      await works(t, t.api);
      const { exchanges } = await t.control('GET', 'journal');
      assert.equal(exchanges.at(-1).request.headers['x-sent-by'], 'the driving script');
      t.api.defaultRequestHeaders = {};
    },
  },
};
