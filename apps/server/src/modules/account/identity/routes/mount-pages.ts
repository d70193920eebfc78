import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import { KEEP_OPENER } from '../../../../platform/http/security-headers.ts';
import { mountAssets } from '../pages/assets.ts';
import { IDENTITY_PATH } from './addresses.ts';
import { answerFailures, answerUnknownPage } from './answer.ts';
import { mountConfirmEmail } from './confirm-email.ts';
import { mountForgottenPassword } from './forgotten-password.ts';
import { mountCheckMail } from './mail-requests.ts';
import { mountRegister } from './register.ts';
import { mountResetPassword } from './reset-password.ts';
import type { RouteDeps } from './route-deps.ts';
import { requireSameOrigin } from './same-origin.ts';
import { mountSignIn } from './sign-in.ts';

/** All pages below `/identity`. Bodies are forms and nothing else, failures are pages. */
export async function mountPages(app: FastifyInstance, deps: RouteDeps): Promise<void> {
  await app.register(
    async (pages) => {
      pages.removeAllContentTypeParsers();
      await pages.register(formbody, { bodyLimit: 16 * 1024 });
      pages.setErrorHandler(answerFailures(deps));
      pages.setNotFoundHandler(answerUnknownPage(deps));
      pages.addHook('onRequest', async (_request, reply) => void reply.header(...KEEP_OPENER));
      pages.addHook('onRequest', requireSameOrigin(deps.publicUrl));
      mountAssets(pages, deps);
      mountSignIn(pages, deps);
      mountRegister(pages, deps);
      mountCheckMail(pages, deps);
      mountConfirmEmail(pages, deps);
      mountForgottenPassword(pages, deps);
      mountResetPassword(pages, deps);
    },
    { prefix: IDENTITY_PATH },
  );
}
