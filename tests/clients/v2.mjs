// One case for each public method of `@laserfiche/lf-repository-api-client-v2`: what it writes is read back. Methods of
// operations that the simulator only knows by name must be refused as such.

import assert from 'node:assert/strict';

import { casesOf, holds, merged, names } from './listings.mjs';
import { cases as signIn } from './sign_in.mjs';
import { cases as entries } from './v2_entries.mjs';
import { cases as documents } from './v2_documents.mjs';
import { cases as pages } from './v2_pages.mjs';
import { cases as known } from './v2_known.mjs';

const PHRASE = '({LF:Basic ~= "search text", option="DFANLT"})';

async function search(t) {
  const request = t.made('StartSearchEntryRequest', { searchCommand: PHRASE });
  const { taskId } = await t.SearchesClient.startSearchEntry({ ...t.repo, request });
  const { value } = await t.TasksClient.listTasks({ ...t.repo, taskIds: [taskId] });
  assert.deepEqual([value[0].id, value[0].taskType, value[0].status], [taskId, 'SearchEntry', 'Completed']);
  return { taskId };
}

async function searchWithHits(t) {
  const { taskId } = await search(t);
  const found = await t.SearchesClient.listSearchResults({ ...t.repo, taskId });
  const { rowNumber } = found.value.find((row) => row.name === 'Note on words');
  return { taskId, rowNumber };
}

async function close(t, { taskId }) {
  const { value } = await t.TasksClient.cancelTasks({ ...t.repo, taskIds: [taskId] });
  assert.deepEqual(value.map((row) => [row.id, row.result]), [[taskId, true]]);
}

const listings = casesOf([
  {
    of: 'EntriesClient',
    list: 'listEntries',
    args: { entryId: 1, orderby: 'name', fields: ['Sender', 'Subject'] },
    key: (row) => row.id,
    check: (rows) => {
      holds(rows, 'Guides', 'Reading room', 'Laserfiche Cloud Overview');
      assert.deepEqual([...names(rows)].sort(), names(rows));
      const guides = rows.find((row) => row.name === 'Guides');
      assert.deepEqual(guides.fields.find((field) => field.name === 'Subject').values, ['How to']);
    },
  },
  {
    of: 'EntriesClient',
    list: 'listFields',
    args: { entryId: 5 },
    key: (row) => row.name,
    check: (rows) => {
      const recipients = rows.find((row) => row.name === 'Recipients');
      assert.deepEqual([recipients.values, recipients.groupId], [['Demo', 'Reader'], 1]);
    },
  },
  {
    of: 'EntriesClient',
    list: 'listTags',
    args: { entryId: 20 },
    key: (row) => row.id,
    check: (rows) => holds(rows, 'Reviewed', 'Published', 'Sample'),
  },
  {
    of: 'EntriesClient',
    list: 'listLinks',
    args: { entryId: 20 },
    key: (row) => row.id,
    check: (rows) => assert.equal(rows.length, 3),
  },
  {
    of: 'AttributesClient',
    list: 'listAttributes',
    args: { everyone: true },
    key: (row) => row.key,
    check: (rows) => assert.ok(rows.length >= 4),
  },
  {
    of: 'FieldDefinitionsClient',
    list: 'listFieldDefinitions',
    args: {},
    key: (row) => row.id,
    check: (rows) => holds(rows, 'Sender', 'Subject', 'Region'),
  },
  {
    of: 'LinkDefinitionsClient',
    list: 'listLinkDefinitions',
    args: {},
    key: (row) => row.id,
    check: (rows) => assert.deepEqual(rows.map((row) => row.sourceLabel), ['Message', 'See also']),
  },
  {
    of: 'TagDefinitionsClient',
    list: 'listTagDefinitions',
    args: {},
    key: (row) => row.id,
    check: (rows) => holds(rows, 'Reviewed', 'Staff Only'),
  },
  {
    of: 'TemplateDefinitionsClient',
    list: 'listTemplateDefinitions',
    args: {},
    key: (row) => row.id,
    check: (rows) => holds(rows, 'Email', 'General', 'Product', 'Address'),
  },
  {
    of: 'TemplateDefinitionsClient',
    list: 'listTemplateFieldDefinitionsByTemplateId',
    args: { templateId: 1 },
    key: (row) => row.id,
    check: (rows) => holds(rows, 'Sender', 'Recipients', 'Date'),
  },
  {
    of: 'TemplateDefinitionsClient',
    list: 'listTemplateFieldDefinitionsByTemplateName',
    args: { templateName: 'Address' },
    key: (row) => row.id,
    check: (rows) => {
      holds(rows, 'Country', 'Region');
      assert.ok(rows.find((row) => row.name === 'Region').rule, 'a dynamic field tells what it depends on');
    },
  },
  {
    of: 'SearchesClient',
    list: 'listSearchResults',
    args: {},
    open: search,
    close,
    key: (row) => row.id,
    check: (rows) => holds(rows, 'Note on words', 'Note on results', 'Note on nothing'),
  },
  {
    of: 'SearchesClient',
    list: 'listSearchContextHits',
    args: {},
    open: searchWithHits,
    close,
    key: (row) => JSON.stringify(row),
    check: (rows) => assert.match(JSON.stringify(rows), /search/i),
  },
]);

const others = {
  AttributesClient: {
    async getAttribute(t) {
      const { value } = await t.AttributesClient.getAttribute({ ...t.repo, attributeKey: 'Language' });
      assert.equal(value, 'en-US');
      await t.fails(t.AttributesClient.getAttribute({ ...t.repo, attributeKey: 'No such key' }), 404);
    },
  },
  AuditReasonsClient: {
    async listAuditReasons(t) {
      const { value } = await t.AuditReasonsClient.listAuditReasons(t.repo);
      const events = value.map((reason) => [reason.name, reason.auditEventType]);
      assert.deepEqual(events[0], ['Made by a test', 'DeleteEntry']);
      assert.deepEqual(events.at(-1), ['Asked for by a person', 'ExportDocument']);
    },
  },
  FieldDefinitionsClient: {
    async getFieldDefinition(t) {
      const field = await t.FieldDefinitionsClient.getFieldDefinition({ ...t.repo, fieldId: 9 });
      assert.deepEqual([field.name, field.fieldType, field.format, field.currency], ['Price', 'Number', 'Currency', 'USD']);
    },
  },
  LinkDefinitionsClient: {
    async getLinkDefinition(t) {
      const kind = await t.LinkDefinitionsClient.getLinkDefinition({ ...t.repo, linkDefinitionId: 1 });
      assert.deepEqual([kind.sourceLabel, kind.targetLabel], ['Message', 'Attachment']);
    },
  },
  TagDefinitionsClient: {
    async getTagDefinition(t) {
      const tag = await t.TagDefinitionsClient.getTagDefinition({ ...t.repo, tagId: 4 });
      assert.deepEqual([tag.name, tag.watermark.text, tag.watermark.rotationAngle], ['Sample', 'SAMPLE', 45]);
    },
  },
  TemplateDefinitionsClient: {
    async getTemplateDefinition(t) {
      const template = await t.TemplateDefinitionsClient.getTemplateDefinition({ ...t.repo, templateId: 1 });
      assert.deepEqual([template.name, template.fieldCount], ['Email', 5]);
    },
  },
  RepositoriesClient: {
    async listRepositories(t) {
      const { value } = await t.RepositoriesClient.listRepositories({});
      const found = value.find((row) => row.id === t.repository);
      assert.equal(found.name, 'Client suites');
      assert.ok(found.webClientUrl.includes(t.repository));
    },
    async listSelfHostedRepositories(t) {
      t.called.add('RepositoriesClient.listSelfHostedRepositories');
      const asked = t.library.RepositoriesClient.listSelfHostedRepositories({ baseUrl: t.base });
      if (t.isCloud) {
        await t.fails(asked, 401);
        return;
      }
      const { value } = await asked;
      assert.ok(value.some((row) => row.id === t.repository));
    },
  },
  SearchesClient: {
    async startSearchEntry(t) {
      const { taskId } = await search(t);
      await close(t, { taskId });
      const malformed = { ...t.repo, request: t.made('StartSearchEntryRequest', { searchCommand: '{LF:Name="a' }) };
      await t.fails(t.SearchesClient.startSearchEntry(malformed), 400);
    },
  },
  SimpleSearchesClient: {
    async searchEntry(t) {
      const request = t.made('SearchEntryRequest', { searchCommand: '{LF:Name="Note on words"}' });
      const found = await t.SimpleSearchesClient.searchEntry({ ...t.repo, request, fields: ['Subject'] });
      assert.deepEqual(names(found.value), ['Note on words']);
    },
  },
};

export const cases = merged(listings, entries, documents, pages, others, known, signIn);
