import { expect, test } from 'vitest';
import { checkWrittenOut } from './written-out.ts';

const FILE = 'apps/web/src/features/library/albums/album-card.tsx';
const judge = (text: string) => checkWrittenOut(new Map([[FILE, `\n${text}`]]));

test.each([
  'const row = { ...{ id, title }, count };',
  'const row = {\n  ...{ user_id: customerId, id: newId() },\n};',
  'save({ ...{ ...context, version: 1 } });',
  'const card = <Card {...{ photo, title }} />;',
])('fields that are spread where they are written are refused: %s', (text) => {
  expect(judge(text)).toEqual([
    expect.stringMatching(`^${FILE}:[23]: the fields are written into the object around them`),
  ]);
});

test.each([
  'const row = { ...album, count };',
  'const row = { ...(isShared ? { owner } : {}), ...(at && { at }) };',
  'const card = <Card {...photo} title={title} />;',
  'const { id, ...others } = album;',
])('%s is written out', (text) => {
  expect(judge(text)).toEqual([]);
});
