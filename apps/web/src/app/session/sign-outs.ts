import type { Session } from '#/shared/session.ts';
import type { TokenStore } from './token-store.ts';

/** Channel on which a tab announces that its customer signs out. */
const CHANNEL = 'keepsake.sign-out';
/** Set in a tab that leaves because its customer has signed out in another one. */
const ELSEWHERE = 'keepsake.signed-out-elsewhere';

type Message = { sub: string };

/**
 * Signs all tabs of this browser out together, so that nothing stays legible in one that the customer does not look at. The
 * others load the signed-out page, which also ends what they were doing.
 */
export function syncSignOuts(tokens: Pick<TokenStore, 'remove'>, store: Session['store']) {
  const channel = new BroadcastChannel(CHANNEL);

  channel.onmessage = ({ data: { sub } }: MessageEvent<Message>) => {
    const state = store.getState();
    if (!('identity' in state) || state.identity.sub !== sub) return;
    tokens.remove();
    window.sessionStorage.setItem(ELSEWHERE, 'true');
    // Until the page arrives, however long the server takes.
    document.body.hidden = true;
    leaveUnasked('/logout');
  };

  return {
    announce: (sub: string) => channel.postMessage({ sub } satisfies Message),
    /** Whether this tab was just signed out by another one. The provider may still know the customer for a moment. */
    takeElsewhere(): boolean {
      const isElsewhere = window.sessionStorage.getItem(ELSEWHERE) !== null;
      window.sessionStorage.removeItem(ELSEWHERE);
      return isElsewhere;
    },
  };
}

/** Leaves without the question about unfinished uploads, since nobody may be looking at this tab. */
function leaveUnasked(path: string): void {
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true });
  window.location.replace(path);
}
