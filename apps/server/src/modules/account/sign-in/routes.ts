import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SessionNotFound } from 'oidc-provider/lib/helpers/errors.js';
import { judgeFailure } from '../../../platform/http/answer-problem.ts';
import { mountFor } from '../../../platform/http/route-access.ts';
import { FORM_BUDGET } from '../../../platform/http/route-budgets.ts';
import { KEEP_OPENER } from '../../../platform/http/security-headers.ts';
import { expiredPage, failurePage, IDENTITY_PATH, requireSameOrigin, sendPage } from '../pages/index.ts';
import { answerClosed, showClosed } from './closed-account.ts';
import type { FormDeps, PageDeps } from './deps.ts';
import { addPasskey, showNewPasskey } from './enrol-passkey.ts';
import { checkMail } from './interactions.ts';
import type { LinkPage, LinkRequest } from './link-page.ts';
import { confirmLink, showLink } from './link-pages.ts';
import { signInByPasskey } from './passkey-sign-in.ts';
import { register, showRegister } from './register.ts';
import { requestReset, showForgottenPassword } from './reset-password.ts';
import { showSecondStep, submitSecondStep } from './second-step.ts';
import { showSignIn, signIn } from './sign-in.ts';

type Page = (deps: PageDeps, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** All pages below `/identity`. Bodies are forms only, and failures are pages. */
export async function mountPages(app: FastifyInstance, deps: PageDeps): Promise<void> {
  const page = (show: Page) => (request: FastifyRequest, reply: FastifyReply) => show(deps, request, reply);
  const limited = { config: { budget: FORM_BUDGET } };
  await mountFor(
    app,
    'sign-in',
    async (pages) => {
      await preparePages(pages, deps);
      const interaction = '/interaction/:uid';
      pages.get(interaction, page(showSignIn));
      pages.post(interaction, limited, page(signIn));
      pages.post(`${interaction}/passkey`, limited, page(signInByPasskey));
      pages.get(`${interaction}/new-passkey`, page(showNewPasskey));
      pages.post(`${interaction}/new-passkey`, limited, page(addPasskey));
      pages.get(`${interaction}/register`, page(showRegister));
      pages.post(`${interaction}/register`, limited, page(register));
      pages.get(`${interaction}/check-mail`, page(checkMail));
      pages.get(`${interaction}/closed-account`, page(showClosed));
      pages.post(`${interaction}/closed-account`, limited, page(answerClosed));
      pages.get(`${interaction}/forgotten-password`, page(showForgottenPassword));
      pages.post(`${interaction}/forgotten-password`, limited, page(requestReset));
      for (const kind of ['code', 'recovery'] as const) {
        const address = { code: `${interaction}/code`, recovery: `${interaction}/recovery-code` }[kind];
        pages.get(address, page(showSecondStep(kind)));
        pages.post(address, limited, page(submitSecondStep(kind)));
      }
      const links: readonly LinkPage<LinkRequest>[] = Object.values(deps.links);
      for (const one of links) {
        for (const address of [`${interaction}/${one.name}`, `/links/${one.name}`]) {
          pages.get(address, (request, reply) => showLink({ deps, page: one, request, reply }));
          pages.post(address, limited, (request, reply) => confirmLink({ deps, page: one, request, reply }));
        }
      }
    },
    { prefix: IDENTITY_PATH },
  );
}

async function preparePages(pages: FastifyInstance, deps: PageDeps): Promise<void> {
  pages.removeAllContentTypeParsers();
  await pages.register(formbody, { bodyLimit: 16 * 1024 });
  pages.setErrorHandler((error, request, reply) => answerFailure(deps, error, request, reply));
  pages.setNotFoundHandler((request, reply) =>
    sendPage(reply, deps.policies, expiredPage(deps.appearances.ofRequest(request)), 404),
  );
  pages.addHook('onRequest', async (_request, reply) => void reply.header(...KEEP_OPENER));
  pages.addHook('onRequest', requireSameOrigin(deps.publicUrl));
}

/** Failures of these routes are pages with a way to continue, not JSON. */
async function answerFailure(
  { appearances, policies, provider }: FormDeps,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const appearance = appearances.ofRequest(request);
  if (error instanceof SessionNotFound) {
    // The Back button returns to the sign-in page after the sign-in has completed.
    if (await isSignedIn(provider, request, reply)) return reply.redirect(appearance.home, 303);
    return sendPage(reply, policies, expiredPage(appearance), 410);
  }
  const { status, headers } = judgeFailure(error, request);
  return sendPage(reply.headers(headers), policies, failurePage(appearance, status, request.id), status);
}

async function isSignedIn(
  provider: PageDeps['provider'],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  if (request.method !== 'GET') return false;
  const session = await provider.Session.get({ req: request.raw, res: reply.raw });
  return session.accountId !== undefined;
}
