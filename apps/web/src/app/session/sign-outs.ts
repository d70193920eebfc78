import { fieldsOf } from '#/shared/json.ts';
import { leaveUnasked } from '#/shared/leave-page.ts';
import type { Session } from '#/shared/session.ts';
import { visitStorage } from '#/shared/surviving-storage.ts';
import type { TokenStore } from './token-store.ts';

/** Channel on which a tab announces that its customer signs out. */
const CHANNEL = 'keepsake.sign-out';
/** Set in a tab that leaves because its customer has signed out in another one. */
const ELSEWHERE = 'keepsake.signed-out-elsewhere';
/** The customer who was signed out in this tab, for what the signed-out page says. */
const SIGNED_OUT = 'keepsake.signed-out-customer';

type Message = { sub: string };

/**
 * Signs all tabs of this browser out together, so that nothing stays legible in one that the customer does not look at. The
 * others load the signed-out page, which also ends what they were doing.
 */
export function syncSignOuts(tokens: Pick<TokenStore, 'remove'>, store: Session['store']) {
  const channel = new BroadcastChannel(CHANNEL);
  store.subscribe(({ status }) => {
    if (status === 'signed-in') visitStorage.removeItem(SIGNED_OUT);
  });

  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    const state = store.getState();
    if (!('identity' in state) || state.identity.sub !== fieldsOf(data).sub) return;
    tokens.remove();
    visitStorage.setItem(ELSEWHERE, 'true');
    visitStorage.setItem(SIGNED_OUT, state.identity.sub);
    // Until the page arrives, however long the server takes.
    document.body.hidden = true;
    void leaveUnasked('/logout');
  };

  return {
    /** Before the session ends, because that would look like an expiry to the other tabs. */
    announce(sub: string): void {
      visitStorage.setItem(SIGNED_OUT, sub);
      channel.postMessage({ sub } satisfies Message);
    },
    signedOutCustomer: () => visitStorage.getItem(SIGNED_OUT),
    /** Whether this tab was just signed out by another one. The provider may still know the customer for a moment. */
    takeElsewhere(): boolean {
      const isElsewhere = visitStorage.getItem(ELSEWHERE) !== null;
      visitStorage.removeItem(ELSEWHERE);
      return isElsewhere;
    },
  };
}
