import { expect, test } from 'vitest';
import { checkSignedRoutes } from './signed-routes.ts';

const MEDIA = 'apps/server/src/modules/library/photos/media.ts';
const check = (text: string, file = MEDIA) => checkSignedRoutes(new Map([[file, text]]));

test.each([
  "app.get('/media/:expiry/:signature/x/:id', options, answer);",
  "app.get('/x/:id', { config: { access: 'signed' } }, answer);",
])('a signed route is not mounted by hand: %s', (code) =>
  expect(check(code)).toEqual([expect.stringMatching(`^${MEDIA}: `)]),
);

test('what mounts them all may, and so may tests; others mount by it', () => {
  const code = "app.get('/media/:expiry/:signature/x/:id', options, answer);";
  expect(check(code, 'apps/server/src/platform/http/mount-signed.ts')).toEqual([]);
  expect(check(code, MEDIA.replace('.ts', '.test.ts'))).toEqual([]);
  expect(check("mountSigned(app, deps, { path: 'x/:id', params, signedOf }, answer);")).toEqual([]);
});
