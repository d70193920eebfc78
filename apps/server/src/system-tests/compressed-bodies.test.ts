import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCustomerId } from '../testing/customer-ids.ts';
import { doorsOf, knock } from '../testing/knock.ts';
import { type Mounted, noteRoutes } from '../testing/note-routes.ts';
import { type Installation, startInstallation } from '../testing/start-installation.ts';

/** Every call and page that takes a body, sent compressed as some clients do without being asked. */
const SENT = {
  headers: { 'content-encoding': 'gzip', 'tus-resumable': '1.0.0' },
  body: new Uint8Array(gzipSync('{"a":1}')),
};
/** Uploads of a phone ask for its token first. */
const ASKS_FIRST = /\/phone\/files\b/;

let installation: Installation;
let mounted: Mounted[];
beforeAll(async () => {
  [installation, mounted] = await noteRoutes(() =>
    startInstallation({ identity: 'embedded', env: { DEMO_SHOP: 'on' } }),
  );
});
afterAll(() => installation.stop());

test('no door reads a compressed body: each says that it takes none', async () => {
  const [node] = installation.nodes as [Installation['nodes'][number]];
  const token = await installation.tokenFor(newCustomerId());
  const doors = doorsOf(mounted).filter((door) => !door.startsWith('GET '));
  expect(doors.length).toBeGreaterThan(100);
  const wrong: string[] = [];
  for (const door of doors) {
    const { status, headers } = await knock(node, door, token, SENT);
    const says = status === 415 && headers.get('accept-encoding') === 'identity';
    const isRight = says || (status === 401 && ASKS_FIRST.test(door));
    if (!isRight || !headers.has('content-security-policy')) wrong.push(`${door} ${status}`);
  }
  expect(wrong).toEqual([]);
}, 60_000);
