import type { Locale } from '@keepsake/contracts';
import type { FastifyReply } from 'fastify';
import type { MailedLink } from '../../mailed-links/index.ts';
import type { Deps } from '../deps.ts';
import type { Appearances } from '../pages/appearance.ts';
import type { Policies } from '../pages/send-page.ts';
import type { Passwords } from '../passwords.ts';
import type { Seals } from '../second-factor/sealed-secrets.ts';

/** An entry that waits for a decision, or that visitors reported. */
export type ConsoleEntry = {
  id: string;
  channel: string;
  category: string;
  title: string;
  text: string;
  state: string;
  offered_at: Date;
  /** What visitors reported; the kind is in words. */
  reports: readonly { kind: string; note: string }[];
  /** The pages that it shows, by their places. */
  places: readonly number[];
};

/** What operators do with the public galleries: the same functions that the commands call. */
export type GalleryConsole = {
  /** Entries that were offered, or those that were reported; the oldest first. */
  list(which: 'offered' | 'reported', locale: Locale): Promise<readonly ConsoleEntry[]>;
  /** False when there is no such entry, or that was decided already. `by` names who decides. */
  decide(
    id: string,
    decision: { state: 'shown' } | { state: 'taken-down'; reason: string },
    by: string,
  ): Promise<boolean>;
  /** Returns how many reports there were. */
  dismiss(id: string): Promise<number>;
  sendPicture(
    id: string,
    picture: { place: string; size: string; reply: FastifyReply },
  ): Promise<FastifyReply>;
};

export type OperatorDeps = Pick<
  Deps,
  'db' | 'clock' | 'secrets' | 'throttle' | 'security' | 'publicUrl' | 'resolveChannel' | 'createLink'
> & {
  gallery: GalleryConsole;
  /** Whether nobody else serves the style sheet and the scripts of the pages. */
  servesAssets: boolean;
};

/** What an invitation says. */
export type Invited = { operatorId: string };

export type OperatorPageDeps = OperatorDeps & {
  appearances: Appearances;
  policies: Policies;
  passwords: Passwords;
  seals: Seals;
  invitations: MailedLink<Invited>;
};
