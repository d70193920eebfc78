import type { Sources } from './imports.ts';
import { isTest } from './layers.ts';

const SERVER = 'apps/server/src/';
const MOUNTING = 'apps/server/src/platform/http/mount-signed.ts';
/** The parts of an address that prove it, or the access of its route. */
const SIGNED = /:signature\b|access: 'signed'/;

/** Lists signed routes that are mounted in another way than by `mountSigned`, which checks every signature, one sentence each. */
export function checkSignedRoutes(sources: Sources): string[] {
  return [...sources]
    .filter(
      ([file, text]) => file.startsWith(SERVER) && file !== MOUNTING && !isTest(file) && SIGNED.test(text),
    )
    .map(([file]) => `${file}: a signed route is mounted by mountSigned, which checks the signature`);
}
