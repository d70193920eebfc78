import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageDeps } from './deps.ts';
import { requestMail, requireInteraction, showCheckMail } from './interactions.ts';
import { addressesOf } from './pages/addresses.ts';
import { toVisit } from './pages/appearance.ts';
import {
  emailFaults,
  type Faults,
  hasFaults,
  nameFaults,
  newPasswordFaults,
  readForm,
} from './pages/form.ts';
import { registerPage } from './pages/form-pages.ts';
import { sendPage } from './pages/send-page.ts';

export async function showRegister(deps: PageDeps, request: FastifyRequest, reply: FastifyReply) {
  const interaction = await requireInteraction(deps, request, reply);
  const addresses = addressesOf(interaction.uid);
  const page = registerPage(deps.appearances.ofInteraction(interaction), { addresses });
  return sendPage(reply, deps.policies, page);
}

/** Hashes the password and requests a mail whether or not the address has an account: both take the same time. */
export async function register(deps: PageDeps, request: FastifyRequest, reply: FastifyReply) {
  const interaction = await requireInteraction(deps, request, reply);
  const appearance = deps.appearances.ofInteraction(interaction);
  const form = readForm(request.body);
  const { email, name, password } = form;
  const again = (faults: Faults, status = 422) => {
    const filled = { addresses: addressesOf(interaction.uid), values: { email, name }, faults };
    return sendPage(reply, deps.policies, registerPage(appearance, filled), status);
  };
  const faults = {
    ...nameFaults(appearance, form),
    ...emailFaults(appearance, form),
    ...newPasswordFaults(appearance, form),
  };
  if (hasFaults(faults)) return again(faults);
  const visit = toVisit(appearance);
  const makeRequest = async () => {
    const passwordHash = await deps.passwords.hash(password);
    return { email, name, passwordHash, interaction: interaction.uid, visit };
  };
  if (!(await requestMail(deps, deps.links.confirmEmail, makeRequest, request.ip)))
    return again({ '': appearance.t('busy.intro') }, 429);
  return showCheckMail(reply, interaction, { email, kind: 'register' });
}
