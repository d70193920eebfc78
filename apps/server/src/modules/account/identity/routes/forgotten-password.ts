import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requestMail } from '../mails/mail-task.ts';
import { toVisit } from '../pages/appearance.ts';
import type { Faults } from '../pages/form.ts';
import { forgottenPage } from '../pages/form-pages.ts';
import { addressesOf } from './addresses.ts';
import { sendPage } from './answer.ts';
import { emailFaults, hasFaults, readForm } from './forms.ts';
import { requireInteraction } from './interactions.ts';
import { asksTooMuch, showCheckMail } from './mail-requests.ts';
import type { RouteDeps } from './route-deps.ts';

export function mountForgottenPassword(app: FastifyInstance, deps: RouteDeps): void {
  app.get('/interaction/:uid/forgotten-password', async (request, reply) => {
    const interaction = await requireInteraction(deps, request, reply);
    const addresses = addressesOf(interaction.uid);
    return sendPage(
      reply,
      deps.policies,
      forgottenPage(deps.appearances.ofInteraction(interaction), { addresses }),
    );
  });
  app.post('/interaction/:uid/forgotten-password', { config: { rateLimit: { max: 60 } } }, (request, reply) =>
    askForReset(deps, request, reply),
  );
}

async function askForReset(deps: RouteDeps, request: FastifyRequest, reply: FastifyReply) {
  const interaction = await requireInteraction(deps, request, reply);
  const appearance = deps.appearances.ofInteraction(interaction);
  const form = readForm(request.body);
  const { email } = form;
  const again = (faults: Faults, status = 422) => {
    const page = forgottenPage(appearance, {
      addresses: addressesOf(interaction.uid),
      values: { email },
      faults,
    });
    return sendPage(reply, deps.policies, page, status);
  };
  const faults = emailFaults(appearance, form);
  if (hasFaults(faults)) return again(faults);
  if (await asksTooMuch(deps, request.ip)) return again({ '': appearance.t('busy.intro') }, 429);
  const asked = { email, interaction: interaction.uid, visit: toVisit(appearance) };
  await requestMail(deps.db, { kind: 'password-reset', ...asked });
  return showCheckMail(reply, interaction, { email, kind: 'password' });
}
