// The cases of v1 for the tree and what entries carry: made, moved, copied, deleted; fields, tags, links, template.

import assert from 'node:assert/strict';

import { names } from './listings.mjs';

export async function newFolder(t, parent = 1) {
  const request = t.made('PostEntryChildrenRequest', { name: t.name('Folder'), entryType: 'Folder' });
  return await t.EntriesClient.createOrCopyEntry({ ...t.repo, entryId: parent, request });
}

export async function read(t, entryId) {
  return await t.EntriesClient.getEntry({ ...t.repo, entryId });
}

export async function ended(t, operationToken) {
  await t.letTimePass();
  const progress = await t.TasksClient.getOperationStatusAndProgress({ ...t.repo, operationToken });
  assert.deepEqual([progress.status, progress.percentComplete], ['Completed', 100], JSON.stringify(progress));
  return progress;
}

async function deleted(t, entryId, request) {
  const { token } = await t.EntriesClient.deleteEntryInfo({ ...t.repo, entryId, request });
  await ended(t, token);
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
  async createOrCopyEntry(t) {
    const folder = await newFolder(t);
    assert.deepEqual([folder.parentId, folder.entryType], [1, 'Folder']);
    const into = { ...t.repo, entryId: folder.id };
    const shortcut = await t.EntriesClient.createOrCopyEntry({
      ...into,
      request: t.made('PostEntryChildrenRequest', { name: 'Way', entryType: 'Shortcut', targetId: 4 }),
    });
    const copy = await t.EntriesClient.createOrCopyEntry({
      ...into,
      request: t.made('PostEntryChildrenRequest', { name: 'Way', sourceId: shortcut.id }),
      autoRename: true,
    });
    assert.equal((await read(t, copy.id)).targetId, 4);
    assert.notEqual(copy.name, 'Way');
    const twin = { ...into, request: t.made('PostEntryChildrenRequest', { name: 'WAY', entryType: 'Folder' }) };
    await t.fails(t.EntriesClient.createOrCopyEntry(twin), 409);
  },
  async moveOrRenameEntry(t) {
    const [from, to] = [await newFolder(t), await newFolder(t)];
    const request = t.made('PatchEntryRequest', { parentId: to.id, name: 'Moved' });
    const moved = await t.EntriesClient.moveOrRenameEntry({ ...t.repo, entryId: from.id, request });
    assert.deepEqual([moved.id, moved.parentId, moved.name], [from.id, to.id, 'Moved']);
    assert.equal((await read(t, from.id)).fullPath, `\\${to.name}\\Moved`);
  },
  async copyEntry(t) {
    const folder = await newFolder(t);
    await newFolder(t, folder.id);
    const request = t.made('CopyAsyncRequest', { name: 'Copied', sourceId: folder.id });
    const target = await newFolder(t);
    const { token } = await t.EntriesClient.copyEntry({ ...t.repo, entryId: target.id, request });
    await ended(t, token);
    const { value } = await t.EntriesClient.getEntryListing({ ...t.repo, entryId: target.id });
    assert.deepEqual(names(value), ['Copied']);
    assert.equal((await t.EntriesClient.getEntryListing({ ...t.repo, entryId: value[0].id })).value.length, 1);
  },
  async deleteEntryInfo(t) {
    const folder = await newFolder(t);
    const inner = await newFolder(t, folder.id);
    await deleted(t, folder.id, t.made('DeleteEntryWithAuditReason', { auditReasonId: 1, comment: 'made by a test' }));
    await t.fails(read(t, inner.id), 404);
    const { token } = await t.EntriesClient.deleteEntryInfo({ ...t.repo, entryId: inner.id });
    assert.ok(token, 'what is gone can be asked to be deleted; only the operation fails');
  },
};

const metadata = {
  async assignFieldValues(t) {
    const { id: entryId } = await newFolder(t);
    const fieldsToUpdate = {
      Sender: t.made('FieldToUpdate', { values: [t.made('ValueToUpdate', { value: 'a', position: 1 })] }),
    };
    const written = await t.EntriesClient.assignFieldValues({ ...t.repo, entryId, fieldsToUpdate });
    assert.deepEqual([written.value.length, written.value[0].values[0].value], [1, 'a']);
    const { value } = await t.EntriesClient.getFieldValues({ ...t.repo, entryId });
    assert.deepEqual(value.map((field) => [field.fieldName, field.values[0].value]), [['Sender', 'a']]);
    await t.EntriesClient.assignFieldValues({ ...t.repo, entryId, fieldsToUpdate: {} });
    assert.deepEqual((await t.EntriesClient.getFieldValues({ ...t.repo, entryId })).value, []);
  },
  async assignTags(t) {
    const { id: entryId } = await newFolder(t);
    const put = async (tags) =>
      await t.EntriesClient.assignTags({ ...t.repo, entryId, tagsToAdd: t.made('PutTagRequest', { tags }) });
    assert.deepEqual(names((await put(['Reviewed', 'Sample'])).value), ['Reviewed', 'Sample']);
    await put(['Published']);
    assert.deepEqual(names((await t.EntriesClient.getTagsAssignedToEntry({ ...t.repo, entryId })).value), ['Published']);
  },
  async assignEntryLinks(t) {
    const { id: entryId } = await newFolder(t);
    const linksToAdd = [t.made('PutLinksRequest', { targetId: 4, linkTypeId: 1 })];
    const { value } = await t.EntriesClient.assignEntryLinks({ ...t.repo, entryId, linksToAdd });
    assert.deepEqual([value.length, value[0].sourceId, value[0].targetId], [1, entryId, 4]);
    const found = await t.EntriesClient.getLinkValuesFromEntry({ ...t.repo, entryId });
    assert.deepEqual(found.value.map((link) => [link.linkTypeId, link.targetId]), [[1, 4]]);
  },
  async writeTemplateValueToEntry(t) {
    const { id: entryId } = await newFolder(t);
    const values = (...texts) => texts.map((value, index) => t.made('ValueToUpdate', { value, position: index + 1 }));
    const request = t.made('PutTemplateRequest', {
      templateName: 'Email',
      fields: {
        Subject: t.made('FieldToUpdate', { values: values('About time') }),
        Recipients: t.made('FieldToUpdate', { values: values('One', 'Two') }),
      },
    });
    const entry = await t.EntriesClient.writeTemplateValueToEntry({ ...t.repo, entryId, request });
    assert.equal(entry.templateName, 'Email');
    const { value } = await t.EntriesClient.getFieldValues({ ...t.repo, entryId });
    const recipients = value.find((field) => field.fieldName === 'Recipients');
    assert.deepEqual([value.length, recipients.values.map((each) => each.value)], [5, ['One', 'Two']]);
    const unknown = t.made('PutTemplateRequest', { templateName: 'fake_template' });
    await t.fails(t.EntriesClient.writeTemplateValueToEntry({ ...t.repo, entryId, request: unknown }), 404);
  },
  async deleteAssignedTemplate(t) {
    const { id: entryId } = await newFolder(t);
    const request = t.made('PutTemplateRequest', { templateName: 'General' });
    await t.EntriesClient.writeTemplateValueToEntry({ ...t.repo, entryId, request });
    const entry = await t.EntriesClient.deleteAssignedTemplate({ ...t.repo, entryId });
    assert.deepEqual([entry.templateId, entry.templateName || ''], [0, '']);
    assert.deepEqual((await t.EntriesClient.getFieldValues({ ...t.repo, entryId })).value, []);
  },
  async getDynamicFieldValues(t) {
    const request = (templateId, fieldValues) => t.made('GetDynamicFieldLogicValueRequest', { templateId, fieldValues });
    const asked = { ...t.repo, entryId: 1, request: request(4, { Country: 'Canada' }) };
    const choices = await t.EntriesClient.getDynamicFieldValues(asked);
    assert.deepEqual(choices.Region, ['Alberta', 'Ontario']);
  },
};

const tasks = {
  async getOperationStatusAndProgress(t) {
    const folder = await newFolder(t);
    const { token } = await t.EntriesClient.deleteEntryInfo({ ...t.repo, entryId: folder.id });
    const progress = await ended(t, token);
    assert.equal(progress.operationToken, token);
    const unknown = { ...t.repo, operationToken: 'no such token' };
    await t.fails(t.TasksClient.getOperationStatusAndProgress(unknown), 404);
  },
  async cancelOperation(t) {
    await t.control('POST', 'clock', { freeze: true });
    try {
      const folder = await newFolder(t);
      const { token } = await t.EntriesClient.deleteEntryInfo({ ...t.repo, entryId: folder.id });
      await t.TasksClient.cancelOperation({ ...t.repo, operationToken: token });
      assert.equal((await read(t, folder.id)).id, folder.id);
      await deleted(t, folder.id);
      await t.fails(read(t, folder.id), 404);
    } finally {
      await t.control('POST', 'clock', { freeze: false });
    }
  },
};

export const cases = { EntriesClient: { ...tree, ...metadata }, TasksClient: tasks };
