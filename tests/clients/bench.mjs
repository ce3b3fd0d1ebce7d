// What a case is handed: an official client that has signed in, the control plane of the simulator, and ready entries.

import assert from 'node:assert/strict';

const CLOUD_HOSTS = /^https:\/\/(?:signin|api)\.([^/]+)/;

// The clients look for the services of Cloud under names of its domain; here one simulator is all of them.
function letCloudBeTheSimulator(domain, origin) {
  const realFetch = globalThis.fetch;
  const moved = (url) => url.replace(CLOUD_HOSTS, (whole, found) => (found === domain ? origin : whole));
  globalThis.fetch = (url, init) => realFetch(typeof url === 'string' ? moved(url) : url, init);
}

export class Bench {
  // `settings`: client (v1, v2), origin (http://HOST:PORT), base (address of the API), repository, profile.
  constructor(library, core, settings) {
    Object.assign(this, settings, { library, core });
    this.isCloud = settings.profile.endsWith('-cloud');
    this.repo = settings.client === 'v1' ? { repoId: settings.repository } : { repositoryId: settings.repository };
    this.called = new Set();
    this.number = 0;
  }

  async signIn() {
    if (this.isCloud) {
      const access = await this.control('GET', 'access-key');
      this.principal = access.service_principal_key;
      this.accessKey = this.core.createFromBase64EncodedAccessKey(access.access_key);
      this.domain = this.accessKey.domain;
      this.api = this.library.RepositoryApiClient.createFromAccessKey(this.principal, this.accessKey);
    } else {
      const { RepositoryApiClient } = this.library;
      this.domain = new URL(this.origin).host;
      this.api = RepositoryApiClient.createFromUsernamePassword(this.repository, 'demo', 'demo', this.base);
    }
    letCloudBeTheSimulator(this.domain, this.origin);
    for (const name of Object.keys(this.api)) {
      if (/Client$/.test(name)) this[name[0].toUpperCase() + name.slice(1)] = this.recorded(this.api[name]);
    }
  }

  // The same client, but what is called of it is noted.
  recorded(client) {
    const owner = client.constructor.name.replace(/^_/, '');
    return new Proxy(client, {
      get: (target, name) => {
        const member = target[name];
        if (typeof member !== 'function') return member;
        return (...args) => {
          this.called.add(`${owner}.${String(name)}`);
          return member.apply(target, args);
        };
      },
    });
  }

  async control(method, path, body) {
    const address = `${this.origin}/_sim/repositories/${this.repository}${path ? `/${path}` : ''}`;
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(address, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
    assert.ok(answer.ok, `${method} ${address} answered ${answer.status}`);
    return answer.status === 204 ? undefined : await answer.json();
  }

  // Long work takes time on the repository's clock only.
  async letTimePass(seconds = 10) {
    await this.control('POST', 'clock', { advance_seconds: seconds });
  }

  // An object of the client's own class for a request.
  made(name, members) {
    return new this.library[name](members);
  }

  name(what) {
    this.number += 1;
    return `${what} ${this.number}`;
  }

  async fails(promise, status, title) {
    let problem;
    try {
      await promise;
    } catch (thrown) {
      problem = thrown;
    }
    assert.ok(problem, `no error came; ${status} was expected`);
    assert.equal(problem.status ?? problem.problemDetails?.status, status, String(problem.stack));
    if (title) assert.match(problem.message, title);
    return problem;
  }
}

export const text = async (blob) => await blob.text();

export const file = (content, fileName, type = 'application/octet-stream') => ({
  data: new Blob([content], { type }),
  fileName,
});

// A picture as a file of its own: a blue BMP of that size in pixels.
export function bitmap(width, height) {
  const row = Math.ceil((width * 3) / 4) * 4;
  const picture = Buffer.alloc(54 + row * height, 0x80);
  picture.fill(0, 0, 54);
  picture.write('BM');
  picture.writeUInt32LE(picture.length, 2);
  picture.writeUInt32LE(54, 10);
  picture.writeUInt32LE(40, 14);
  picture.writeInt32LE(width, 18);
  picture.writeInt32LE(height, 22);
  picture.writeUInt16LE(1, 26);
  picture.writeUInt16LE(24, 28);
  return picture;
}
