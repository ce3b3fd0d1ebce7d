// The cases of v2 for the tree and what entries carry: made, moved, copied, deleted; fields, tags, links, template; tasks.

import assert from 'node:assert/strict';

import { names } from './listings.mjs';

export async function newFolder(t, parent = 1) {
  const request = t.made('CreateEntryRequest', { name: t.name('Folder'), entryType: 'Folder', autoRename: true });
  return await t.EntriesClient.createEntry({ ...t.repo, entryId: parent, request });
}

export async function read(t, entryId) {
  return await t.EntriesClient.getEntry({ ...t.repo, entryId });
}

export async function ended(t, taskId, status = 'Completed') {
  await t.letTimePass();
  const { value } = await t.TasksClient.listTasks({ ...t.repo, taskIds: [taskId] });
  assert.deepEqual([value.length, value[0].id, value[0].status], [1, taskId, status], JSON.stringify(value));
  return value[0];
}

async function deleted(t, entryId, members = {}) {
  const request = t.made('StartDeleteEntryRequest', members);
  const { taskId } = await t.EntriesClient.startDeleteEntry({ ...t.repo, entryId, request });
  return await ended(t, taskId);
}

const tree = {
  async getEntry(t) {
    const root = await read(t, 1);
    assert.deepEqual([root.id, root.entryType, root.fullPath, root.isContainer], [1, 'Folder', '\\', true]);
    assert.ok(root instanceof t.library.Folder);
    assert.ok((await read(t, 3)) instanceof t.library.Document);
    const shortcut = await read(t, 6);
    assert.ok(shortcut instanceof t.library.Shortcut);
    assert.equal(shortcut.targetId, 4);
    const guides = await t.EntriesClient.getEntry({ ...t.repo, entryId: 2, includeChildInfo: true });
    assert.equal(guides.childInfo.hasChildren, true);
    const problem = await t.fails(read(t, 999999), 404);
    assert.ok(problem.problemDetails.operationId);
  },
  async getEntryByPath(t) {
    const path = (fullPath) => ({ ...t.repo, fullPath, fallbackToClosestAncestor: true });
    const found = await t.EntriesClient.getEntryByPath(path('\\Reading room\\Note on words'));
    assert.deepEqual([found.entry.name, found.entry.parentId, found.ancestorEntry], ['Note on words', 20, undefined]);
    const missing = await t.EntriesClient.getEntryByPath(path('\\Reading room\\Not there'));
    assert.deepEqual([missing.entry, missing.ancestorEntry.id], [undefined, 20]);
  },
  async createEntry(t) {
    const folder = await newFolder(t);
    assert.deepEqual([folder.parentId, folder.entryType], [1, 'Folder']);
    const into = { ...t.repo, entryId: folder.id };
    const shortcut = await t.EntriesClient.createEntry({
      ...into,
      request: t.made('CreateEntryRequest', { name: 'Way', entryType: 'Shortcut', targetId: 4 }),
    });
    assert.equal((await read(t, shortcut.id)).targetId, 4);
    const twin = { ...into, request: t.made('CreateEntryRequest', { name: 'WAY', entryType: 'Folder' }) };
    await t.fails(t.EntriesClient.createEntry(twin), 409);
  },
  async copyEntry(t) {
    const folder = await newFolder(t);
    const request = t.made('CopyEntryRequest', { name: 'Twin', sourceId: 6, autoRename: true });
    const copy = await t.EntriesClient.copyEntry({ ...t.repo, entryId: folder.id, request });
    assert.deepEqual([copy.entryType, (await read(t, copy.id)).targetId], ['Shortcut', 4]);
    const again = await t.EntriesClient.copyEntry({ ...t.repo, entryId: folder.id, request });
    assert.notEqual(again.name, 'Twin');
  },
  async startCopyEntry(t) {
    const folder = await newFolder(t);
    await newFolder(t, folder.id);
    const target = await newFolder(t);
    const request = t.made('StartCopyEntryRequest', { name: 'Copied', sourceId: folder.id });
    const { taskId } = await t.EntriesClient.startCopyEntry({ ...t.repo, entryId: target.id, request });
    const task = await ended(t, taskId);
    const copy = await read(t, task.result.entryId);
    assert.deepEqual([copy.name, copy.parentId], ['Copied', target.id]);
    assert.equal((await t.EntriesClient.listEntries({ ...t.repo, entryId: copy.id })).value.length, 1);
  },
  async startDeleteEntry(t) {
    const folder = await newFolder(t);
    const inner = await newFolder(t, folder.id);
    await deleted(t, folder.id, { auditReasonId: 1, auditReasonComment: 'made by a test' });
    await t.fails(read(t, inner.id), 404);
    const { taskId } = await t.EntriesClient.startDeleteEntry({ ...t.repo, entryId: inner.id });
    const task = await ended(t, taskId, 'Failed');
    assert.ok(task.errors[0].title);
  },
  async updateEntry(t) {
    const [from, to] = [await newFolder(t), await newFolder(t)];
    const request = t.made('UpdateEntryRequest', { parentId: to.id, name: 'Moved' });
    const moved = await t.EntriesClient.updateEntry({ ...t.repo, entryId: from.id, request });
    assert.deepEqual([moved.id, moved.parentId, moved.name], [from.id, to.id, 'Moved']);
    assert.equal((await read(t, from.id)).fullPath, `\\${to.name}\\Moved`);
  },
};

const metadata = {
  async setFields(t) {
    const { id: entryId } = await newFolder(t);
    const put = async (...fields) => {
      const request = t.made('SetFieldsRequest', { fields: fields.map((field) => t.made('FieldToUpdate', field)) });
      return await t.EntriesClient.setFields({ ...t.repo, entryId, request });
    };
    const written = await put({ name: 'Sender', values: ['a'] });
    assert.deepEqual(written.value.map((field) => [field.name, field.values]), [['Sender', ['a']]]);
    await put({ name: 'Recipients', values: ['One', 'Two'] });
    const { value } = await t.EntriesClient.listFields({ ...t.repo, entryId });
    assert.deepEqual(value.map((field) => [field.name, field.values]), [['Recipients', ['One', 'Two']]]);
    await t.fails(put({ name: 'Telephone', values: ['12'] }), 400);
  },
  async setTags(t) {
    const { id: entryId } = await newFolder(t);
    const put = async (tags) =>
      await t.EntriesClient.setTags({ ...t.repo, entryId, request: t.made('SetTagsRequest', { tags }) });
    assert.deepEqual(names((await put(['Reviewed', 'Sample'])).value), ['Reviewed', 'Sample']);
    await put(['Published']);
    assert.deepEqual(names((await t.EntriesClient.listTags({ ...t.repo, entryId })).value), ['Published']);
  },
  async setLinks(t) {
    const { id: entryId } = await newFolder(t);
    const link = t.made('LinkToUpdate', { linkDefinitionId: 1, otherEntryId: 4, isSource: true });
    const request = t.made('SetLinksRequest', { links: [link] });
    const { value } = await t.EntriesClient.setLinks({ ...t.repo, entryId, request });
    assert.deepEqual([value.length, value[0].sourceId, value[0].targetId], [1, entryId, 4]);
    const found = await t.EntriesClient.listLinks({ ...t.repo, entryId });
    assert.deepEqual(found.value.map((row) => [row.linkDefinitionId, row.targetId]), [[1, 4]]);
  },
  async setTemplate(t) {
    const { id: entryId } = await newFolder(t);
    const fields = [
      t.made('FieldToUpdate', { name: 'Subject', values: ['About time'] }),
      t.made('FieldToUpdate', { name: 'Recipients', values: ['One', 'Two'] }),
    ];
    const request = t.made('SetTemplateRequest', { templateName: 'Email', fields });
    assert.equal((await t.EntriesClient.setTemplate({ ...t.repo, entryId, request })).templateName, 'Email');
    const { value } = await t.EntriesClient.listFields({ ...t.repo, entryId });
    const recipients = value.find((field) => field.name === 'Recipients');
    assert.deepEqual([value.length, recipients.values], [5, ['One', 'Two']]);
    const unknown = t.made('SetTemplateRequest', { templateName: 'fake_template' });
    await t.fails(t.EntriesClient.setTemplate({ ...t.repo, entryId, request: unknown }), 404);
  },
  async removeTemplate(t) {
    const { id: entryId } = await newFolder(t);
    const request = t.made('SetTemplateRequest', { templateName: 'General' });
    await t.EntriesClient.setTemplate({ ...t.repo, entryId, request });
    const entry = await t.EntriesClient.removeTemplate({ ...t.repo, entryId });
    assert.deepEqual([entry.templateId, entry.templateName || ''], [0, '']);
    assert.deepEqual((await t.EntriesClient.listFields({ ...t.repo, entryId })).value, []);
  },
  async listDynamicFieldValues(t) {
    const request = t.made('ListDynamicFieldValuesRequest', { templateId: 4, fieldValues: { Country: 'Canada' } });
    const choices = await t.EntriesClient.listDynamicFieldValues({ ...t.repo, entryId: 1, request });
    assert.deepEqual(choices.Region, ['Alberta', 'Ontario']);
  },
};

const tasks = {
  async listTasks(t) {
    const folder = await newFolder(t);
    const { taskId } = await t.EntriesClient.startDeleteEntry({ ...t.repo, entryId: folder.id });
    const task = await ended(t, taskId);
    assert.deepEqual([task.taskType, task.percentComplete], ['DeleteEntry', 100]);
    const { value } = await t.TasksClient.listTasks(t.repo);
    assert.ok(value.some((row) => row.id === taskId), 'without ids they are all there');
  },
  async cancelTasks(t) {
    await t.control('POST', 'clock', { freeze: true });
    try {
      const folder = await newFolder(t);
      const { taskId } = await t.EntriesClient.startDeleteEntry({ ...t.repo, entryId: folder.id });
      const { value } = await t.TasksClient.cancelTasks({ ...t.repo, taskIds: [taskId] });
      assert.deepEqual(value.map((row) => [row.id, row.result]), [[taskId, true]]);
      await ended(t, taskId, 'Cancelled');
      assert.equal((await read(t, folder.id)).id, folder.id);
      await deleted(t, folder.id);
      await t.fails(read(t, folder.id), 404);
    } finally {
      await t.control('POST', 'clock', { freeze: false });
    }
  },
};

export const cases = { EntriesClient: { ...tree, ...metadata }, TasksClient: tasks };
