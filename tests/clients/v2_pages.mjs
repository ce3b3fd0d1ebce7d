// The cases of v2 for pages: made, replaced, written, moved, copied, turned, read, and recognised.

import assert from 'node:assert/strict';

import { bitmap, file } from './bench.mjs';
import { imported } from './v2_documents.mjs';
import { newFolder, read } from './v2_entries.mjs';

const UNREAD_SCAN = 7;

// A document with one page of text for each of the texts.
async function written(t, ...textPages) {
  const { id: entryId } = await imported(t);
  const request = t.made('PagesContentRequest', { textPages });
  const entry = await t.EntriesClient.createPages({ ...t.repo, entryId, request });
  assert.equal(entry.pageCount, textPages.length);
  return entryId;
}

async function pageText(t, entryId, pageNumber) {
  return (await t.EntriesClient.getPageText({ ...t.repo, entryId, pageNumber })).text;
}

async function texts(t, entryId) {
  const { pageCount } = await read(t, entryId);
  const numbers = Array.from({ length: pageCount }, (_, index) => index + 1);
  return await Promise.all(numbers.map((number) => pageText(t, entryId, number)));
}

async function infos(t, entryId) {
  return (await t.EntriesClient.listPageInfos({ ...t.repo, entryId })).value;
}

async function withPicture(t) {
  const { id: entryId } = await imported(t);
  await t.EntriesClient.createPages({ ...t.repo, entryId, imageFiles: [file(bitmap(30, 20), 'a.bmp', 'image/bmp')] });
  return entryId;
}

export const cases = {
  EntriesClient: {
    async createPages(t) {
      const entryId = await written(t, 'one', 'three');
      const request = t.made('PagesContentRequest', { textPages: ['two'] });
      await t.EntriesClient.createPages({ ...t.repo, entryId, pageNumber: 2, request });
      assert.deepEqual(await texts(t, entryId), ['one', 'two', 'three']);
      const [picture] = await infos(t, await withPicture(t));
      assert.deepEqual([picture.hasImage, picture.imageWidth, picture.imageHeight], [true, 30, 20]);
    },
    async replacePages(t) {
      const entryId = await written(t, 'one', 'two');
      const request = t.made('PagesContentRequest', { textPages: ['instead'] });
      await t.EntriesClient.replacePages({ ...t.repo, entryId, request });
      assert.deepEqual(await texts(t, entryId), ['instead']);
    },
    async writePage(t) {
      const entryId = await written(t, 'one', 'two');
      const request = t.made('WritePageTextRequest', { text: 'second' });
      await t.EntriesClient.writePage({ ...t.repo, entryId, pageNumber: 2, request });
      assert.deepEqual(await texts(t, entryId), ['one', 'second']);
    },
    async movePages(t) {
      const entryId = await written(t, 'one', 'two', 'three');
      const request = t.made('MovePagesRequest', { pageRange: '3', destinationPageNumber: 1 });
      await t.EntriesClient.movePages({ ...t.repo, entryId, request });
      assert.deepEqual(await texts(t, entryId), ['three', 'one', 'two']);
    },
    async copyPages(t) {
      const [entryId, other] = [await written(t, 'one', 'two'), await written(t, 'first')];
      const request = t.made('CopyPagesRequest', {
        pageRange: '1-2',
        destinationEntryId: other,
        destinationPageNumber: 2,
      });
      await t.EntriesClient.copyPages({ ...t.repo, entryId, request });
      assert.deepEqual(await texts(t, other), ['first', 'one', 'two']);
      assert.deepEqual(await texts(t, entryId), ['one', 'two']);
    },
    async rotateImagePage(t) {
      const entryId = await withPicture(t);
      const request = t.made('RotateImagePageRequest', { rotationAngle: 90 });
      await t.EntriesClient.rotateImagePage({ ...t.repo, entryId, pageNumber: 1, request });
      assert.equal((await infos(t, entryId))[0].imageRotationAngle, 90);
    },
    async listPageInfos(t) {
      const entryId = await written(t, 'one', 'two', 'three');
      const numbers = (await infos(t, entryId)).map((page) => [page.entryId, page.pageNumber, page.hasText]);
      assert.deepEqual(numbers, [1, 2, 3].map((number) => [entryId, number, true]));
      const { value } = await t.EntriesClient.listPageInfos({ ...t.repo, entryId, pageRange: '2-3' });
      assert.deepEqual(value.map((page) => page.pageNumber), [2, 3]);
      await t.fails(t.EntriesClient.listPageInfos({ ...t.repo, entryId, pageRange: '9' }), 400);
    },
    async getPageImage(t) {
      const picture = await t.EntriesClient.getPageImage({ ...t.repo, entryId: UNREAD_SCAN, pageNumber: 1 });
      assert.equal(picture.status, 200);
      const bytes = Buffer.from(await picture.data.arrayBuffer());
      assert.equal(bytes.toString('latin1', 0, 4), 'II*\0', 'a picture that the repository drew is a TIFF');
    },
    async getPageText(t) {
      assert.match(await pageText(t, 21, 1), /search text/);
      await t.fails(pageText(t, UNREAD_SCAN, 1), 404);
    },
    async generateText(t) {
      const folder = await newFolder(t);
      const copied = t.made('CopyEntryRequest', { name: 'Scan', sourceId: UNREAD_SCAN });
      const { id: entryId } = await t.EntriesClient.copyEntry({ ...t.repo, entryId: folder.id, request: copied });
      await t.EntriesClient.generateText({ ...t.repo, entryId });
      await t.letTimePass();
      assert.match(await pageText(t, entryId, 1), /Recognition finds these words/);
    },
  },
};
