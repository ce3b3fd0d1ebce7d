// One case for each public method of `@laserfiche/lf-repository-api-client`: what it writes is read back.

import assert from 'node:assert/strict';

import { casesOf, holds, merged, names } from './listings.mjs';
import { cases as signIn } from './sign_in.mjs';
import { cases as entries } from './v1_entries.mjs';
import { cases as documents } from './v1_documents.mjs';

const PHRASE = '({LF:Basic ~= "search text", option="DFANLT"})';

async function search(t) {
  const request = t.made('AdvancedSearchRequest', { searchCommand: PHRASE });
  const { token } = await t.SearchesClient.createSearchOperation({ ...t.repo, request });
  await t.letTimePass();
  return { searchToken: token };
}

async function searchWithHits(t) {
  const { searchToken } = await search(t);
  const found = await t.SearchesClient.getSearchResults({ ...t.repo, searchToken });
  const { rowNumber } = found.value.find((row) => row.name === 'Note on words');
  return { searchToken, rowNumber };
}

async function close(t, { searchToken }) {
  assert.equal((await t.SearchesClient.cancelOrCloseSearch({ ...t.repo, searchToken })).value, true);
}

const listings = casesOf([
  {
    of: 'EntriesClient',
    list: 'getEntryListing',
    args: { entryId: 1, orderby: 'name', fields: ['Sender', 'Subject'] },
    key: (row) => row.id,
    check: (rows) => {
      holds(rows, 'Guides', 'Reading room', 'Laserfiche Cloud Overview');
      assert.deepEqual([...names(rows)].sort(), names(rows));
      const guides = rows.find((row) => row.name === 'Guides');
      assert.equal(guides.fields.find((field) => field.fieldName === 'Subject').values[0].value, 'How to');
    },
  },
  {
    of: 'EntriesClient',
    list: 'getFieldValues',
    args: { entryId: 5 },
    key: (row) => row.fieldName,
    check: (rows) => {
      const recipients = rows.find((row) => row.fieldName === 'Recipients');
      assert.deepEqual(recipients.values.map((value) => value.value), ['Demo', 'Reader']);
    },
  },
  {
    of: 'EntriesClient',
    list: 'getTagsAssignedToEntry',
    args: { entryId: 20 },
    key: (row) => row.id,
    check: (rows) => holds(rows, 'Reviewed', 'Published', 'Sample'),
  },
  {
    of: 'EntriesClient',
    list: 'getLinkValuesFromEntry',
    args: { entryId: 20 },
    key: (row) => row.linkId,
    check: (rows) => assert.equal(rows.length, 3),
  },
  {
    of: 'AttributesClient',
    list: 'getTrusteeAttributeKeyValuePairs',
    args: { everyone: true },
    key: (row) => row.key,
    check: (rows) => assert.ok(rows.length >= 4),
  },
  {
    of: 'FieldDefinitionsClient',
    list: 'getFieldDefinitions',
    args: {},
    key: (row) => row.id,
    check: (rows) => holds(rows, 'Sender', 'Subject', 'Region'),
  },
  {
    of: 'LinkDefinitionsClient',
    list: 'getLinkDefinitions',
    args: {},
    key: (row) => row.linkTypeId,
    check: (rows) => assert.deepEqual(rows.map((row) => row.sourceLabel), ['Message', 'See also']),
  },
  {
    of: 'TagDefinitionsClient',
    list: 'getTagDefinitions',
    args: {},
    key: (row) => row.id,
    check: (rows) => holds(rows, 'Reviewed', 'Staff Only'),
  },
  {
    of: 'TemplateDefinitionsClient',
    list: 'getTemplateDefinitions',
    args: {},
    key: (row) => row.id,
    check: (rows) => holds(rows, 'Email', 'General', 'Product', 'Address'),
  },
  {
    of: 'TemplateDefinitionsClient',
    list: 'getTemplateFieldDefinitions',
    args: { templateId: 1 },
    key: (row) => row.id,
    check: (rows) => holds(rows, 'Sender', 'Recipients', 'Date'),
  },
  {
    of: 'TemplateDefinitionsClient',
    list: 'getTemplateFieldDefinitionsByTemplateName',
    args: { templateName: 'Address' },
    key: (row) => row.id,
    check: (rows) => holds(rows, 'Country', 'Region'),
  },
  {
    of: 'SearchesClient',
    list: 'getSearchResults',
    args: {},
    open: search,
    close,
    key: (row) => row.id,
    check: (rows) => holds(rows, 'Note on words', 'Note on results', 'Note on nothing'),
  },
  {
    of: 'SearchesClient',
    list: 'getSearchContextHits',
    args: {},
    open: searchWithHits,
    close,
    key: (row) => JSON.stringify(row),
    check: (rows) => assert.match(JSON.stringify(rows), /search/i),
  },
]);

const others = {
  AttributesClient: {
    async getTrusteeAttributeValueByKey(t) {
      const attributeKey = 'Language';
      const { value } = await t.AttributesClient.getTrusteeAttributeValueByKey({ ...t.repo, attributeKey });
      assert.equal(value, 'en-US');
      const unknown = { ...t.repo, attributeKey: 'No such key' };
      await t.fails(t.AttributesClient.getTrusteeAttributeValueByKey(unknown), 404);
    },
  },
  AuditReasonsClient: {
    async getAuditReasons(t) {
      const reasons = await t.AuditReasonsClient.getAuditReasons(t.repo);
      assert.deepEqual(names(reasons.deleteEntry), ['Made by a test', 'Entered twice']);
      assert.deepEqual(names(reasons.exportDocument), ['Asked for by a test', 'Asked for by a person']);
    },
  },
  FieldDefinitionsClient: {
    async getFieldDefinitionById(t) {
      const field = await t.FieldDefinitionsClient.getFieldDefinitionById({ ...t.repo, fieldDefinitionId: 9 });
      assert.deepEqual([field.name, field.fieldType, field.format, field.currency], ['Price', 'Number', 'Currency', 'USD']);
    },
  },
  LinkDefinitionsClient: {
    async getLinkDefinitionById(t) {
      const kind = await t.LinkDefinitionsClient.getLinkDefinitionById({ ...t.repo, linkTypeId: 1 });
      assert.deepEqual([kind.sourceLabel, kind.targetLabel], ['Message', 'Attachment']);
    },
  },
  TagDefinitionsClient: {
    async getTagDefinitionById(t) {
      const tag = await t.TagDefinitionsClient.getTagDefinitionById({ ...t.repo, tagId: 4 });
      assert.deepEqual([tag.name, tag.watermark.watermarkText, tag.watermark.watermarkRotationAngle], ['Sample', 'SAMPLE', 45]);
    },
  },
  TemplateDefinitionsClient: {
    async getTemplateDefinitionById(t) {
      const template = await t.TemplateDefinitionsClient.getTemplateDefinitionById({ ...t.repo, templateId: 1 });
      assert.deepEqual([template.name, template.fieldCount], ['Email', 5]);
    },
  },
  RepositoriesClient: {
    async getRepositoryList(t) {
      const list = await t.RepositoriesClient.getRepositoryList({});
      const found = list.find((row) => row.repoId === t.repository);
      assert.equal(found.repoName, 'Client suites');
      assert.ok(found.webclientUrl.includes(t.repository));
    },
    async getSelfHostedRepositoryList(t) {
      t.called.add('RepositoriesClient.getSelfHostedRepositoryList');
      const asked = t.library.RepositoriesClient.getSelfHostedRepositoryList({ baseUrl: t.base });
      if (t.isCloud) {
        await t.fails(asked, 401);
        return;
      }
      const list = await asked;
      assert.ok(list.some((row) => row.repoId === t.repository));
    },
  },
  SearchesClient: {
    async createSearchOperation(t) {
      const { searchToken } = await search(t);
      const status = await t.SearchesClient.getSearchStatus({ ...t.repo, searchToken });
      assert.equal(status.status, 'Completed');
      await close(t, { searchToken });
      const malformed = { ...t.repo, request: t.made('AdvancedSearchRequest', { searchCommand: '{LF:Name="a' }) };
      await t.fails(t.SearchesClient.createSearchOperation(malformed), 400);
    },
    async getSearchStatus(t) {
      const { searchToken } = await search(t);
      const status = await t.SearchesClient.getSearchStatus({ ...t.repo, searchToken });
      assert.deepEqual([status.operationToken, status.percentComplete], [searchToken, 100]);
      await close(t, { searchToken });
    },
    async cancelOrCloseSearch(t) {
      const { searchToken } = await search(t);
      await close(t, { searchToken });
      await t.fails(t.SearchesClient.getSearchResults({ ...t.repo, searchToken }), 404);
    },
  },
  SimpleSearchesClient: {
    async createSimpleSearchOperation(t) {
      const request = t.made('SimpleSearchRequest', { searchCommand: '{LF:Name="Note on words"}' });
      const found = await t.SimpleSearchesClient.createSimpleSearchOperation({ ...t.repo, request });
      assert.deepEqual(names(found.value), ['Note on words']);
    },
  },
  ServerSessionClient: {
    async createServerSession(t) {
      const made = t.ServerSessionClient.createServerSession(t.repo);
      if (t.isCloud) assert.equal((await made).value, true);
      else await t.fails(made, 404);
    },
    async refreshServerSession(t) {
      const refreshed = t.ServerSessionClient.refreshServerSession(t.repo);
      if (t.isCloud) assert.ok((await refreshed).value);
      else await t.fails(refreshed, 404);
    },
    async invalidateServerSession(t) {
      const ended = t.ServerSessionClient.invalidateServerSession(t.repo);
      if (t.isCloud) assert.equal((await ended).value, true);
      else await t.fails(ended, 404);
    },
  },
};

export const cases = merged(listings, entries, documents, others, signIn);
