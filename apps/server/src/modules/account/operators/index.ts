import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ago } from '../../../platform/clock.ts';
import { judgeFailure } from '../../../platform/http/answer-problem.ts';
import { mountFor } from '../../../platform/http/route-access.ts';
import { FORM_BUDGET } from '../../../platform/http/route-budgets.ts';
import type { Module } from '../../../platform/module.ts';
import { createPasswords, createSeals } from '../credentials/index.ts';
import { createPolicies, failurePage, requireSameOrigin, sendPage } from '../pages/index.ts';
import { ADDRESSES, appearanceFor, OPERATOR_PATH } from './appearance.ts';
import * as desk from './console.ts';
import type { Deps, FormDeps, PageDeps, PageHandler } from './deps.ts';
import { acceptInvitation, createInvitations, showInvitation, showInvitationDone } from './invitation.ts';
import { LONGEST_MS } from './sessions.ts';
import { showCode, showSetUp, showSignIn, signIn, submitCode, submitSetUp } from './sign-in.ts';

export {
  describeOperators,
  endOperatorSessions,
  inviteOperator,
  removeOperator,
  resetOperatorFactor,
} from './commands.ts';
export type { Decision, GalleryConsole, Outcome, ShownPicture } from './deps.ts';
export { INVITATION_HOURS } from './invitation.ts';

/**
 * Identities of the retailer's staff, with sessions and pages of their own below `/operator`, whoever keeps the customers'
 * accounts (ADR 63).
 */
export async function createOperators(deps: Deps): Promise<Module> {
  const [passwords, seals] = await Promise.all([createPasswords(), createSeals(deps.secrets)]);
  const policies = createPolicies([new URL(deps.publicUrl).origin]);
  const invitations = createInvitations(deps);
  const pageDeps = { ...deps, passwords, seals, policies, invitations };
  return {
    async mount(app) {
      await mountFor(app, 'operator', (pages) => mountPages(pages, pageDeps), { prefix: OPERATOR_PATH });
    },
    expires: [
      { table: 'operator_sessions', column: 'last_used_at', before: ago(LONGEST_MS), isHourly: true },
    ],
    tables: {
      operators: { impersonal: 'people who work for the retailer' },
      operator_sessions: { impersonal: 'their sessions' },
    },
  };
}

/** Bodies are forms only, and failures are pages. */
async function mountPages(pages: FastifyInstance, deps: PageDeps): Promise<void> {
  pages.removeAllContentTypeParsers();
  await pages.register(formbody, { bodyLimit: 16 * 1024 });
  pages.setErrorHandler((error, request, reply) => answerFailure(deps, error, request, reply));
  pages.addHook('onRequest', requireSameOrigin(deps.publicUrl));
  const below = (address: string) => address.slice(OPERATOR_PATH.length);
  const limited = { config: { budget: FORM_BUDGET } };
  const open = (address: string, show: PageHandler, take?: PageHandler) => {
    pages.get(below(address), (request, reply) => show(deps, request, reply));
    if (take) pages.post(below(address), limited, (request, reply) => take(deps, request, reply));
  };
  open(ADDRESSES.signIn, showSignIn, signIn);
  open(ADDRESSES.code, showCode, submitCode);
  open(ADDRESSES.setUp, showSetUp, submitSetUp);
  open(ADDRESSES.invitation, showInvitation, acceptInvitation);
  open(ADDRESSES.invited, showInvitationDone);
  const guarded = (show: Parameters<typeof desk.forOperators>[1]) => desk.forOperators(deps, show);
  const entry = below(`${ADDRESSES.gallery}/:id`);
  pages.get('/', guarded(desk.showConsole));
  pages.get(
    `${entry}/pictures/:pictureId/:size`,
    { config: { budget: { unlimited: 'the console shows every picture that waits' } } },
    guarded(desk.showPicture),
  );
  pages.post(`${entry}/approve`, limited, guarded(desk.approveEntry));
  pages.post(`${entry}/take-down`, limited, guarded(desk.takeEntryDown));
  pages.post(`${entry}/dismiss`, limited, guarded(desk.dismissReports));
  pages.post(`${below(ADDRESSES.sessions)}/:id/end`, limited, guarded(desk.endOne));
  pages.post(`${below(ADDRESSES.sessions)}/end-others`, limited, guarded(desk.endOthers));
  pages.post(below(ADDRESSES.signOut), limited, guarded(desk.signOut));
}

async function answerFailure(deps: FormDeps, error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { status, headers } = judgeFailure(error, request);
  const page = failurePage(appearanceFor(deps, request), status, request.id);
  return sendPage(reply.headers(headers), deps.policies, page, status);
}
