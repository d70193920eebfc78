import { expect, test } from 'vitest';
import { checkSignedRoutes } from './signed-routes.ts';

const MEDIA = 'apps/server/src/modules/library/photos/media.ts';
const check = (text: string, file = MEDIA) => checkSignedRoutes(new Map([[file, text]]));
const faults = [expect.stringMatching(`^${MEDIA}:2: a signed route is mounted by mountSigned`)];

test.each([
  "app.get('/media/:expiry/:signature/x/:id', options, answer);",
  'app.get(`/media/:expiry/:signature/$'.concat('{path}`, options, answer);'),
  "app.get('/x/:id', { config: { access: 'signed' } }, answer);",
  'app.get("/x/:id", { config: { "access": "signed" } }, answer);',
  "app.get('/x/:id', { config: { access: `signed` } }, answer);",
  "app.get('/x/:id', { config: { access: isOpen ? 'public' : 'signed' } }, answer);",
  "const access = 'signed' as const; app.get('/x/:id', { config: { access } }, answer);",
  "const config = {}; config.access = 'signed';",
  "mountFor(app, 'signed', mount);",
])('a signed route is not mounted by hand: %s', (code) => expect(check(`\n${code}`)).toEqual(faults));

test.each([
  'if (!signer.isValid(parts, now)) throw gone();',
  'if (!deps.signer?.isValid(parts, now)) throw gone();',
  'const { isValid } = signer;',
  "deps.mediaSigner['isValid'](parts, now);",
])('a signature is not checked by hand, under whatever access: %s', (code) =>
  expect(check(`\n${code}`)).toEqual(faults),
);

test('what mounts them all may, and so may tests; others mount by it', () => {
  const code = "app.get('/media/:expiry/:signature/x/:id', options, answer);";
  expect(check(code, 'apps/server/src/platform/http/mount-signed.ts')).toEqual([]);
  expect(check(code, MEDIA.replace('.ts', '.test.ts'))).toEqual([]);
  expect(check("mountSigned(app, deps, { path: 'x/:id', params, signedOf }, answer);")).toEqual([]);
});

test.each([
  "// app.get('/media/:expiry/:signature/x', options, answer);",
  "export type Access = 'public' | 'signed';",
  "log.info('a signed address was asked for');",
  'const url = signer.sign(photo); const { isValid } = address;',
])('what only speaks of signatures mounts nothing: %s', (code) => expect(check(code)).toEqual([]));
