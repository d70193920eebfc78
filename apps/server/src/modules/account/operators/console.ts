import type { FastifyReply, FastifyRequest } from 'fastify';
import { isId } from '../../../platform/ids.ts';
import { Problem } from '../../../platform/problem.ts';
import { sendPage } from '../pages/index.ts';
import { ADDRESSES, appearanceFor, OPERATOR_PATH } from './appearance.ts';
import { consolePage, OUTCOMES, type Outcome } from './console-page.ts';
import type { PageDeps } from './deps.ts';
import { dropCookie, endSessions, findSession, listSessions, type OperatorSession } from './sessions.ts';

/** The context of a console page. */
export type ConsoleCall = {
  deps: PageDeps;
  session: OperatorSession;
  request: FastifyRequest;
  reply: FastifyReply;
};
type Show = (call: ConsoleCall) => Promise<FastifyReply>;

/**
 * Opens a page only to operators who have completed both steps; others are redirected to the step they need. Everything operators
 * do is behind this.
 */
export function forOperators(deps: PageDeps, show: Show) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const session = await findSession(deps.db, { ...deps, request }, deps.clock());
    if (!session?.isComplete) return reply.redirect(session ? ADDRESSES.code : ADDRESSES.signIn, 303);
    return show({ deps, session, request, reply });
  };
}

export const showConsole: Show = async ({ deps, session, request, reply }) => {
  const { operator, id: current } = session;
  const [offered, reported, sessions] = await Promise.all([
    deps.gallery().list('offered', operator.locale),
    deps.gallery().list('reported', operator.locale),
    listSessions(deps.db, operator.id, deps.clock()),
  ]);
  const { done } = request.query as { done?: unknown };
  const outcome = OUTCOMES.find((one) => one === done) ?? null;
  const appearance = appearanceFor(deps, operator.locale);
  const page = consolePage(appearance, { operator, offered, reported, sessions, current, outcome });
  return sendPage(reply, deps.policies, page);
};

const backTo = (reply: FastifyReply, outcome: Outcome): FastifyReply =>
  reply.redirect(`${OPERATOR_PATH}?done=${outcome}`, 303);

/** How the record of a decision names an operator. */
const nameOf = ({ operator: { name, email } }: OperatorSession): string => `${name} <${email}>`;

function idIn({ params }: FastifyRequest): string {
  const { id = '' } = params as { id?: string };
  if (!isId(id)) throw new Problem('not-found');
  return id;
}

const recordAction = ({ deps, session, request }: ConsoleCall, command: string) =>
  deps.security.record('operator-action', { request, subject: session.operator.email, command });

/** A field of a form; empty if it is missing or sent more than once. */
function fieldIn({ body }: FastifyRequest, name: string): string {
  const value = ((body ?? {}) as Record<string, unknown>)[name];
  return typeof value === 'string' ? value.trim() : '';
}

export const approveEntry: Show = async (call) => {
  const version = fieldIn(call.request, 'version');
  const id = idIn(call.request);
  const outcome = await call.deps.gallery().decide(id, { state: 'shown', version }, nameOf(call.session));
  if (outcome === 'done') await recordAction(call, 'gallery approve');
  return backTo(call.reply, outcome === 'done' ? 'shown' : outcome);
};

export const takeEntryDown: Show = async (call) => {
  const reason = fieldIn(call.request, 'reason').slice(0, 500);
  if (reason === '') return backTo(call.reply, 'reasonMissing');
  const decision = { state: 'taken-down' as const, reason };
  const outcome = await call.deps.gallery().decide(idIn(call.request), decision, nameOf(call.session));
  if (outcome === 'done') await recordAction(call, 'gallery take-down');
  return backTo(call.reply, outcome === 'done' ? 'takenDown' : outcome);
};

export const dismissReports: Show = async (call) => {
  const seen = fieldIn(call.request, 'reports').split(' ').filter(isId);
  const count = await call.deps.gallery().dismiss(idIn(call.request), seen);
  if (count > 0) await recordAction(call, 'gallery dismiss');
  return backTo(call.reply, count > 0 ? 'dismissed' : 'decided');
};

export const showPicture: Show = ({ deps, request, reply }) => {
  const { pictureId = '', size = '' } = request.params as { pictureId?: string; size?: string };
  return deps.gallery().sendPicture(idIn(request), { pictureId, size, reply });
};

export const endOne: Show = async (call) => {
  const { deps, session, request, reply } = call;
  const id = idIn(request);
  if (await endSessions(deps.db, session.operator.id, { id })) await recordAction(call, 'session end');
  if (id !== session.id) return backTo(reply, 'ended');
  dropCookie(reply, deps.publicUrl);
  return reply.redirect(ADDRESSES.signIn, 303);
};

export const endOthers: Show = async (call) => {
  const { deps, session, reply } = call;
  await endSessions(deps.db, session.operator.id, { but: session.id });
  await recordAction(call, 'session end-others');
  return backTo(reply, 'ended');
};

export const signOut: Show = async ({ deps, session, reply }) => {
  await endSessions(deps.db, session.operator.id, { id: session.id });
  dropCookie(reply, deps.publicUrl);
  return reply.redirect(ADDRESSES.signIn, 303);
};
