import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Interaction } from 'oidc-provider';
import type { PageDeps } from './deps.ts';
import { findInteraction, finishSignIn } from './interactions.ts';
import { type LinkPageContent, type LinkPurpose, linkRequest, type MailedLink } from './link-purpose.ts';
import { findToken, type TokenRef, useToken } from './mailed-tokens.ts';
import { addressesOf, linkAddress, TOKEN_PARAMETER } from './pages/addresses.ts';
import {
  type Faults,
  hasFaults,
  nameFaults,
  newPasswordFaults,
  type Posted,
  readForm,
} from './pages/form.ts';
import { linkPage } from './pages/form-pages.ts';
import { donePage } from './pages/message-pages.ts';
import { sendPage } from './pages/send-page.ts';
import { findAccount } from './store.ts';

type Call = { deps: PageDeps; purpose: LinkPurpose; request: FastifyRequest; reply: FastifyReply };

/** Opens a mailed link: shows its page and changes nothing. */
export async function showLink(call: Call): Promise<FastifyReply> {
  const { deps, purpose, request } = call;
  const token = tokenOf(request);
  const link = await findLink(call, token);
  if (!link) return showBadLink(call);
  if (link.isUsed) return showUsed(call, link);
  const content = await purpose.readPage(deps.db, link, (await findOwnInteraction(call, link)) !== null);
  return content ? showForm(call, link, { token, content }) : showPointless(call, token);
}

/** The button of a link's page: uses the link up and does what it is for, both or neither. */
export async function confirmLink(call: Call): Promise<FastifyReply> {
  const { deps, purpose, request, reply } = call;
  const form = readForm(request.body);
  const link = await findLink(call, form.token);
  if (!link) return showBadLink(call);
  if (link.isUsed) return showUsed(call, link);
  const interaction = await findOwnInteraction(call, link);
  const content = await purpose.readPage(deps.db, link, interaction !== null);
  if (!content) return showPointless(call, form.token);
  const faults = faultsOf(call, link, content, form);
  if (hasFaults(faults)) return showForm(call, link, { token: form.token, content, name: form.name, faults });
  const passwordHash = asksPassword(content) ? await deps.passwords.hash(form.password) : null;
  const now = deps.clock();
  const outcome = await deps.db.transaction().execute(async (trx) => {
    if (!(await useToken(trx, refOf(call, form.token), now))) return 'used';
    return purpose.confirm(trx, link, { name: form.name, passwordHash }, now);
  });
  if (outcome === null) return showBadLink(call);
  if (outcome === 'used') return showUsed(call, link);
  const account = outcome.accountId === undefined ? null : await findAccount(deps.db, outcome.accountId);
  if (interaction && account) return finishSignIn(deps, request, reply, { interaction, account });
  // A new password has ended the interaction if it began with a session.
  return showDone(call, link, await findOwnInteraction(call, link));
}

async function findLink(call: Call, token: string): Promise<MailedLink | null> {
  const found = await findToken(call.deps.db, refOf(call, token), call.deps.clock());
  if (!found) return null;
  const { payload: request, ...state } = found;
  const { visit, interaction } = linkRequest.parse(request);
  return { ...state, visit, interaction, request };
}

function refOf({ deps: { pepper }, purpose }: Call, token: string): TokenRef {
  return { pepper, purpose: purpose.name, token };
}

function tokenOf({ query }: FastifyRequest): string {
  const value = (query as Record<string, unknown>)[TOKEN_PARAMETER];
  return typeof value === 'string' ? value : '';
}

/** The sign-in in which the mail was requested, when this browser is in the middle of it. */
async function findOwnInteraction(
  { deps, request, reply }: Call,
  link: MailedLink,
): Promise<Interaction | null> {
  const interaction = await findInteraction(deps, request, reply);
  return interaction?.uid === link.interaction ? interaction : null;
}

function faultsOf({ deps }: Call, link: MailedLink, { asks = [] }: LinkPageContent, form: Posted): Faults {
  const appearance = deps.appearances.ofVisit(link.visit);
  const { email } = link;
  return {
    ...(asks.includes('name') ? nameFaults(appearance, form) : {}),
    ...(asksPassword({ asks }) ? newPasswordFaults(appearance, { email, password: form.password }) : {}),
  };
}

function asksPassword({ asks = [] }: Pick<LinkPageContent, 'asks'>): boolean {
  return asks.includes('password') || asks.includes('newPassword');
}

type Shown = { token: string; content: LinkPageContent; name?: string; faults?: Faults };

function showForm({ deps, purpose, reply }: Call, link: MailedLink, { token, content, name, faults }: Shown) {
  const { page, intro, submit, asks = [] } = content;
  const { email, interaction } = link;
  const shown = linkPage(deps.appearances.ofVisit(link.visit), {
    action: linkAddress(purpose.name, interaction),
    token,
    email,
    title: `${page}.title`,
    intro: intro ?? `${page}.intro`,
    submit: submit ?? `${page}.submit`,
    asks,
    name: name ?? content.name,
    faults,
  });
  return sendPage(reply, deps.policies, shown, faults ? 422 : 200);
}

function showUsed(call: Call, link: MailedLink) {
  return call.purpose.whenUsed === 'done' ? showDone(call, link, null) : showBadLink(call);
}

/** A link without a page may have been used a moment ago, by a second press of its button. */
async function showPointless(call: Call, token: string) {
  const link = await findLink(call, token);
  return link?.isUsed ? showUsed(call, link) : showBadLink(call);
}

/** Success, and the way to sign in: to the sign-in in progress where there is one. */
function showDone({ deps, purpose, reply }: Call, link: MailedLink, interaction: Interaction | null) {
  const appearance = deps.appearances.ofVisit(link.visit);
  const next = interaction ? `${addressesOf(interaction.uid).signIn}?sign-in` : appearance.home;
  return sendPage(reply, deps.policies, donePage(appearance, purpose.done, next));
}

/** For expired, used and made-up links; which of these it is stays unsaid. */
function showBadLink({ deps, request, reply }: Call) {
  const appearance = deps.appearances.ofRequest(request);
  return sendPage(reply, deps.policies, donePage(appearance, 'badLink', appearance.home), 410);
}
