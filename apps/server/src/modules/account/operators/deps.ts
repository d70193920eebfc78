import type { Locale } from '@keepsake/contracts/frame/configuration';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Platform } from '../../../platform/platform.ts';
import type { SecurityLog } from '../../../platform/security-log.ts';
import type { Passwords, Seals } from '../credentials/index.ts';
import type { MailedLink, MailedLinks } from '../mailed-links/index.ts';
import type { Appearances, Policies } from '../pages/index.ts';

/** An entry that awaits a decision, or that visitors reported. */
export type ConsoleEntry = {
  id: string;
  channel: string;
  category: string;
  title: string;
  text: string;
  state: string;
  offered_at: Date;
  /** Visitors' reports; the kind is in words. */
  reports: readonly { id: string; kind: string; note: string }[];
  /** The pictures of the pages that it shows. */
  pictures: readonly { id: string; place: number }[];
  /** Names what it shows, for the approval; null while there is nothing to be seen. */
  version: string | null;
};

/** `version` is the one of the content that the operator has seen. */
export type Decision = { state: 'shown'; version: string } | { state: 'taken-down'; reason: string };
/** `decided` if there is no such entry or the decision is in effect; `changed` if it no longer shows what was seen. */
export type Outcome = 'done' | 'decided' | 'changed';
/** A picture of an entry, and the reply that it is sent with. */
export type ShownPicture = { pictureId: string; size: string; reply: FastifyReply };

/** What operators do with the public galleries, by the same functions that the commands call. */
export type GalleryConsole = {
  /** Entries that were offered, or those that were reported, oldest first. */
  list(which: 'offered' | 'reported', locale: Locale): Promise<readonly ConsoleEntry[]>;
  decide(id: string, decision: Decision, by: string): Promise<Outcome>;
  /** Dismisses the reports that were seen; returns how many. */
  dismiss(id: string, reportIds: readonly string[]): Promise<number>;
  sendPicture(id: string, picture: ShownPicture): Promise<FastifyReply>;
};

export type Deps = Pick<Platform, 'db' | 'clock' | 'secrets' | 'throttle'> & {
  security: SecurityLog;
  /** Address of this installation without a trailing slash. */
  publicUrl: string;
  appearances: Appearances;
  createLink: MailedLinks['createLink'];
  gallery(): GalleryConsole;
};

/** The content of an invitation. */
export type Invited = { operatorId: string };

export type PageDeps = Deps & {
  policies: Policies;
  passwords: Passwords;
  seals: Seals;
  invitations: MailedLink<Invited>;
};

/** Answers a call of a page: shows it, or takes what its form says. */
export type PageHandler = (
  deps: PageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply>;

/** What it takes to show a form of the office. */
export type FormDeps = Pick<PageDeps, 'appearances' | 'publicUrl' | 'policies'>;
