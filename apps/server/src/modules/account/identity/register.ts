import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageDeps } from './deps.ts';
import { openForm, requestMail, showCheckMail } from './interactions.ts';
import { toVisit } from './pages/appearance.ts';
import { emailFaults, hasFaults, nameFaults, newPasswordFaults, readForm } from './pages/form.ts';
import { registerPage } from './pages/form-pages.ts';

export async function showRegister(deps: PageDeps, request: FastifyRequest, reply: FastifyReply) {
  const { show } = await openForm(deps, request, reply, registerPage);
  return show();
}

/** Hashes the password and requests a mail whether or not the address has an account: both take the same time. */
export async function register(deps: PageDeps, request: FastifyRequest, reply: FastifyReply) {
  const { interaction, appearance, show } = await openForm(deps, request, reply, registerPage);
  const form = readForm(request.body);
  const { email, name, password } = form;
  const values = { email, name };
  const faults = {
    ...nameFaults(appearance, form),
    ...emailFaults(appearance, form),
    ...newPasswordFaults(appearance, form),
  };
  if (hasFaults(faults)) return show({ values, faults });
  const visit = toVisit(appearance);
  const makeRequest = async () => {
    const passwordHash = await deps.passwords.hash(password);
    return { email, name, passwordHash, interaction: interaction.uid, visit };
  };
  if (!(await requestMail(deps, deps.links.confirmEmail, makeRequest, request.ip)))
    return show({ values, faults: { '': appearance.t('busy.intro') } }, 429);
  return showCheckMail(reply, interaction, { email, kind: 'register' });
}
