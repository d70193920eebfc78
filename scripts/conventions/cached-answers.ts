import type { Sources } from './imports.ts';
import { isTest } from './layers.ts';

const FEATURES = 'apps/web/src/features/';
const HOOK = 'apps/web/src/shared/push.ts';
const REACTS = /\busePush\(/;

/** Files that react to push messages other than by making cached answers stale, with how they do. */
const REACTIONS: Readonly<Record<string, string>> = {
  'library/deletion/delete-photos-dialog.tsx': 'an open dialog no longer counts what is deleted elsewhere',
  'library/downloads/archive-events.tsx': 'saves the archive that this page waits for, and says so',
  'library/legacy-import/legacy-import.tsx': 'shows the progress of an import before the first answer',
  'library/legacy-import/use-legacy-import.ts': 'shows it until ten seconds after the end [ACT-08]',
  'library/photo-preview/sequence/use-flat-sequence.ts': 'the sequence is a store of its own',
  'library/photo-grid/selection/use-prune-selection.ts': 'the selection is a store of its own',
  'library/photo-store/use-fresh-photos.ts': 'the photos of a view are a store of its own',
  'library/uploads/follow-shown-photos.ts': 'counts which photos of an import can be shown',
  'library/uploads/phone-link.ts': 'lists what a phone has sent, which the message contains',
  'orders/orders/queries.ts': 'renews single orders of a list that may have hundreds',
};

/**
 * Lists files that react to push messages without a reason. What a message makes stale is declared in `app/push-tags.ts`, so
 * that pages which are not shown become stale, too. Entries of `REACTIONS` that no longer react are listed as well.
 */
export function checkPushReactions(
  sources: Sources,
  reactions: Readonly<Record<string, string>> = REACTIONS,
): string[] {
  const reacting = [...sources].flatMap(([file, text]) =>
    file !== HOOK && !isTest(file) && REACTS.test(text) ? [file] : [],
  );
  const listed = Object.keys(reactions).map((file) => FEATURES + file);
  return [
    ...reacting
      .filter((file) => !listed.includes(file))
      .map((file) => `${file}: what a push message makes stale is declared in app/push-tags.ts`),
    ...listed
      .filter((file) => !reacting.includes(file))
      .map((file) => `scripts/conventions/cached-answers.ts: ${file} has no usePush any more`),
  ];
}
