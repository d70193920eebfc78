import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requestMail } from '../mails/mail-task.ts';
import { toVisit } from '../pages/appearance.ts';
import type { Faults } from '../pages/form.ts';
import { registerPage } from '../pages/form-pages.ts';
import { addressesOf } from './addresses.ts';
import { sendPage } from './answer.ts';
import { emailFaults, hasFaults, nameFaults, newPasswordFaults, readForm } from './forms.ts';
import { requireInteraction } from './interactions.ts';
import { asksTooMuch, showCheckMail } from './mail-requests.ts';
import type { RouteDeps } from './route-deps.ts';

export function mountRegister(app: FastifyInstance, deps: RouteDeps): void {
  app.get('/interaction/:uid/register', async (request, reply) => {
    const interaction = await requireInteraction(deps, request, reply);
    const addresses = addressesOf(interaction.uid);
    return sendPage(
      reply,
      deps.policies,
      registerPage(deps.appearances.ofInteraction(interaction), { addresses }),
    );
  });
  app.post('/interaction/:uid/register', { config: { rateLimit: { max: 60 } } }, (request, reply) =>
    register(deps, request, reply),
  );
}

/** The password is hashed and a mail is asked for whether or not the address has an account. */
async function register(deps: RouteDeps, request: FastifyRequest, reply: FastifyReply) {
  const interaction = await requireInteraction(deps, request, reply);
  const appearance = deps.appearances.ofInteraction(interaction);
  const form = readForm(request.body);
  const { email, name, password } = form;
  const again = (faults: Faults, status = 422) => {
    const page = registerPage(appearance, {
      addresses: addressesOf(interaction.uid),
      values: { email, name },
      faults,
    });
    return sendPage(reply, deps.policies, page, status);
  };
  const faults = {
    ...nameFaults(appearance, form),
    ...emailFaults(appearance, form),
    ...newPasswordFaults(appearance, form),
  };
  if (hasFaults(faults)) return again(faults);
  if (await asksTooMuch(deps, request.ip)) return again({ '': appearance.t('busy.intro') }, 429);
  const passwordHash = await deps.passwords.hash(password);
  const registration = {
    email,
    name,
    passwordHash,
    interaction: interaction.uid,
    visit: toVisit(appearance),
  };
  await requestMail(deps.db, { kind: 'registration', ...registration });
  return showCheckMail(reply, interaction, { email, kind: 'register' });
}
