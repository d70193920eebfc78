import type { Sources } from './imports.ts';
import { isTest } from './layers.ts';

/**
 * Who may write to the store, because the key of what they write is durable before: the store itself with `storeFile`, the
 * installation's own objects below `system/`, uploads (`issued_keys`) and thumbnails (the photo's row).
 */
const MAY_PUT = [
  /^apps\/server\/src\/platform\/(objects|recovery)\//,
  /^apps\/server\/src\/modules\/library\/photos\/(erasures|make-thumbnails)\.ts$/,
  /^apps\/server\/src\/modules\/library\/uploads\/put-issued\.ts$/,
];
const PUT = /\bput(File|Bytes)\b/;

/** Lists places in the server's production code that write to the store directly, where a kill would leave an orphan (ADR 79). */
export function checkStoredBytes(sources: Sources): string[] {
  return [...sources]
    .filter(([file]) => file.startsWith('apps/server/src/') && !isTest(file))
    .filter(([file]) => !MAY_PUT.some((pattern) => pattern.test(file)))
    .flatMap(([file, text]) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          PUT.test(line)
            ? [`${file}:${index + 1}: files are stored with storeFile of platform/objects/pending-objects.ts`]
            : [],
        ),
    );
}
