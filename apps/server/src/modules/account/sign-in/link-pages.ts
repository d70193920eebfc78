import { TOKEN_PARAMETER } from '@keepsake/contracts/platform/start-of-page';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Interaction } from 'oidc-provider';
import { deviceOf } from '../../../platform/http/device.ts';
import { findAccount } from '../accounts/index.ts';
import type { OpenedLink } from '../mailed-links/index.ts';
import {
  addressesOf,
  donePage,
  type Faults,
  hasFaults,
  linkAddress,
  linkPage,
  nameFaults,
  newPasswordFaults,
  type Posted,
  readForm,
  type SentForm,
  sendPage,
  sentForm,
} from '../pages/index.ts';
import { deviceToken } from '../security/index.ts';
import { continueSignIn } from './continue-sign-in.ts';
import type { PageDeps } from './deps.ts';
import { findInteraction } from './interactions.ts';
import type { LinkPage, LinkPageContent, LinkRequest } from './link-page.ts';

type Call = { deps: PageDeps; page: LinkPage<LinkRequest>; request: FastifyRequest; reply: FastifyReply };
type Opened = OpenedLink<LinkRequest>;

/** Opens a mailed link: shows its page without using it up. */
export async function showLink(call: Call): Promise<FastifyReply> {
  const { deps, page, request } = call;
  const token = tokenOf(request);
  const opened = await page.link.open(deps.db, token);
  if (!opened) return showBadLink(call);
  const interaction = await findOwnInteraction(call, opened);
  if (opened.isUsed) {
    return IS_DONE in (request.query as object)
      ? showDone(call, opened, interaction)
      : showUsed(call, opened);
  }
  const content = await page.readPage(deps.db, opened, interaction !== null);
  if (!content) return showPointless(call, token);
  const { values, refusal } = sentForm.safeParse(opened.sentForm).data ?? {};
  if (refusal) await page.link.keepForm(deps.db, token, { values });
  return showForm(call, opened, { token, content, name: values?.name, refusal });
}

/** The button of a link's page: uses up the link and does what it is for, both or neither. */
export async function confirmLink(call: Call): Promise<FastifyReply> {
  const { deps, page, request, reply } = call;
  const form = readForm(request.body);
  const { token, name } = form;
  const opened = await page.link.open(deps.db, token);
  const interaction = opened && (await findOwnInteraction(call, opened));
  const content = opened?.isUsed === false && (await page.readPage(deps.db, opened, interaction !== null));
  // The page says what is wrong with its link.
  if (!content) return openPage(call, token);
  const faults = await faultsOf(call, opened, content, form);
  if (hasFaults(faults)) {
    const sent: SentForm = { values: { name }, refusal: { faults, status: 422 } };
    await page.link.keepForm(deps.db, token, sent);
    return openPage(call, token);
  }
  const passwordHash = asksPassword(content) ? await deps.passwords.hash(form.password) : null;
  const by = { device: deviceOf(request), deviceToken: deviceToken(deps.publicUrl, request) };
  const outcome = await page.link.confirm(token, (trx, link, now) =>
    page.confirm(trx, link, { name, passwordHash, ...by }, now),
  );
  if (outcome.state !== 'done') return openPage(call, token);
  await deps.security.record(page.event, { request, subject: opened.email });
  const { accountId } = outcome.result;
  const since = deps.clock();
  const account = accountId === undefined ? null : await findAccount(deps.db, accountId);
  if (interaction && account)
    return continueSignIn(deps, request, reply, { interaction, account, since, step: 'mail' });
  return openPage(call, token, { isDone: true });
}

/** Query parameter of a page whose button has just been pressed. */
const IS_DONE = 'done';

/** Redirects to the link's page, at the address that the form was sent to. */
function openPage({ page, request, reply }: Call, token: string, { isDone = false } = {}): FastifyReply {
  const { uid = null } = request.params as { uid?: string };
  const query = new URLSearchParams({ [TOKEN_PARAMETER]: token, ...(isDone && { [IS_DONE]: '' }) });
  return reply.redirect(`${linkAddress(page.name, uid)}?${query}`, 303);
}

function tokenOf({ query }: FastifyRequest): string {
  const value = (query as Record<string, unknown>)[TOKEN_PARAMETER];
  return typeof value === 'string' ? value : '';
}

/** The sign-in in which the mail was requested, if it is in progress in this browser. */
async function findOwnInteraction(
  { deps, request, reply }: Call,
  opened: Opened,
): Promise<Interaction | null> {
  const interaction = await findInteraction(deps, request, reply);
  return interaction?.uid === opened.requested.interaction ? interaction : null;
}

async function faultsOf(
  { deps }: Call,
  opened: Opened,
  { asks = [], name: existing = '' }: LinkPageContent,
  form: Posted,
): Promise<Faults> {
  const appearance = deps.appearances.ofVisit(opened.requested.visit);
  const { email } = opened;
  const asksName = asks.includes('name');
  const filled = { email, name: asksName ? form.name : existing, password: form.password };
  return {
    ...(asksName ? nameFaults(appearance, form) : {}),
    ...(asksPassword({ asks }) ? await newPasswordFaults(appearance, filled) : {}),
  };
}

function asksPassword({ asks = [] }: Pick<LinkPageContent, 'asks'>): boolean {
  return asks.includes('password') || asks.includes('newPassword');
}

type Shown = Pick<SentForm, 'refusal'> & { token: string; content: LinkPageContent; name?: string };

function showForm({ deps, page, reply }: Call, opened: Opened, { token, content, name, refusal }: Shown) {
  const { page: texts, intro, submit, asks = [] } = content;
  const { visit, interaction } = opened.requested;
  const shown = linkPage(deps.appearances.ofVisit(visit), {
    action: linkAddress(page.name, interaction),
    token,
    email: opened.email,
    title: `${texts}.title`,
    intro: intro ?? `${texts}.intro`,
    submit: submit ?? `${texts}.submit`,
    asks,
    name: name ?? content.name,
    faults: refusal?.faults,
  });
  return sendPage(reply, deps.policies, shown, refusal?.status);
}

function showUsed(call: Call, opened: Opened) {
  return call.page.whenUsed === 'done' ? showDone(call, opened, null) : showBadLink(call);
}

/** A link without a page may have been used a moment ago, by a second press of its button. */
async function showPointless(call: Call, token: string) {
  const opened = await call.page.link.open(call.deps.db, token);
  return opened?.isUsed ? showUsed(call, opened) : showBadLink(call);
}

/** Success, with a way to sign in: the sign-in in progress if there is one. */
function showDone({ deps, page, reply }: Call, opened: Opened, interaction: Interaction | null) {
  const appearance = deps.appearances.ofVisit(opened.requested.visit);
  const next = interaction ? `${addressesOf(interaction.uid).signIn}?sign-in` : appearance.home;
  return sendPage(reply, deps.policies, donePage(appearance, page.done, next));
}

/** For expired, used and invented links, without saying which. */
async function showBadLink({ deps, request, reply }: Call) {
  const { url: route } = request.routeOptions;
  await deps.security.record('token-refused', { request, route, reason: 'BAD_LINK' });
  const appearance = deps.appearances.ofRequest(request);
  return sendPage(reply, deps.policies, donePage(appearance, 'badLink', appearance.home), 410);
}
