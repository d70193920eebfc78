import { HOUR_SECONDS } from '@keepsake/contracts/platform/limits';
import { TOKEN_PARAMETER } from '@keepsake/contracts/platform/start-of-page';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import type { Served } from '../../../platform/http/mount-signed.ts';
import type { MailedLink } from '../mailed-links/index.ts';
import {
  accountMail,
  donePage,
  type Faults,
  hasFaults,
  linkPage,
  newPasswordFaults,
  readForm,
  sendPage,
} from '../pages/index.ts';
import { ADDRESSES, appearanceFor, OPERATOR_PATH } from './appearance.ts';
import type { Deps, FormDeps, Invited, PageDeps } from './deps.ts';
import { endSessions } from './sessions.ts';
import { findOperator, type Operator, setPassword } from './store.ts';

/** Stored with jobs and links. */
export const INVITATION = 'operator-invitation';
export const INVITATION_HOURS = 72;

const invited = z.object({ operatorId: z.string() });

type LinkDeps = Pick<Deps, 'createLink' | 'publicUrl' | 'appearances'>;

/** The link by which an operator sets a first or new password: only a command sends it. */
export function createInvitations({ createLink, publicUrl, appearances }: LinkDeps): MailedLink<Invited> {
  return createLink({
    name: INVITATION,
    lifetimeSeconds: INVITATION_HOURS * HOUR_SECONDS,
    requested: invited,
    async writeMail(trx, { operatorId }) {
      const operator = await findOperator(trx, operatorId);
      if (!operator) return null;
      const appearance = appearanceFor({ appearances, publicUrl }, operator.locale);
      const { email, name } = operator;
      return accountMail(appearance, {
        mail: 'invitation',
        to: { email, name },
        page: publicUrl + ADDRESSES.invitation,
        values: { hours: INVITATION_HOURS },
      });
    },
  });
}

/** Opening it changes nothing, because mail scanners open links, too. */
export async function showInvitation(
  deps: PageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { [TOKEN_PARAMETER]: given } = request.query as Record<string, unknown>;
  const token = typeof given === 'string' ? given : '';
  const operator = await findInvited(deps, token);
  return operator ? sendForm(deps, { reply }, { operator, token }) : sendBadLink(deps, { request, reply });
}

/** Sets the password, uses up the link and ends every session; the second factor stays. */
export async function acceptInvitation(
  deps: PageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { token, password } = readForm(request.body);
  const operator = await findInvited(deps, token);
  if (!operator) return sendBadLink(deps, { request, reply });
  const appearance = appearanceFor(deps, operator.locale);
  const faults = await newPasswordFaults(appearance, { ...operator, password });
  if (hasFaults(faults)) return sendForm(deps, { reply }, { operator, token, faults });
  const passwordHash = await deps.passwords.hash(password);
  const outcome = await deps.invitations.confirm(token, async (trx, { requested: { operatorId } }) => {
    if (!(await findOperator(trx, operatorId))) return null;
    await setPassword(trx, operatorId, passwordHash);
    await endSessions(trx, operatorId);
    await deps.invitations.void(trx, operator.email);
    return {};
  });
  if (outcome.state !== 'done') return sendBadLink(deps, { request, reply });
  await deps.security.record('operator-password-set', { request, subject: operator.email });
  return reply.redirect(ADDRESSES.invited, 303);
}

/** Leads to the sign-in, which asks for the new password. */
export async function showInvitationDone(
  deps: FormDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const appearance = appearanceFor(deps, request);
  return sendPage(reply, deps.policies, donePage(appearance, 'invited', OPERATOR_PATH));
}

async function findInvited(
  { db, invitations }: Pick<PageDeps, 'db' | 'invitations'>,
  token: string,
): Promise<Operator | null> {
  const opened = await invitations.open(db, token);
  return opened && !opened.isUsed ? findOperator(db, opened.requested.operatorId) : null;
}

type Shown = { operator: Operator; token: string; faults?: Faults };

function sendForm(
  deps: FormDeps,
  { reply }: Pick<Served, 'reply'>,
  { operator, token, faults }: Shown,
): FastifyReply {
  const page = linkPage(appearanceFor(deps, operator.locale), {
    action: ADDRESSES.invitation,
    token,
    email: operator.email,
    title: 'invitation.title',
    intro: 'invitation.intro',
    submit: 'invitation.submit',
    asks: ['newPassword'],
    faults,
  });
  return sendPage(reply, deps.policies, page, faults ? 422 : 200);
}

/** For expired, used and invented links, without saying which. */
async function sendBadLink(deps: PageDeps, { request, reply }: Served): Promise<FastifyReply> {
  const { url: route } = request.routeOptions;
  await deps.security.record('token-refused', { request, route, reason: 'BAD_LINK' });
  return sendPage(
    reply,
    deps.policies,
    donePage(appearanceFor(deps, request), 'badInvitation', OPERATOR_PATH, { hours: INVITATION_HOURS }),
    410,
  );
}
