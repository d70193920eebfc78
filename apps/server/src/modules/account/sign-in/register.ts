import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  hasFaults,
  nameFaults,
  newEmailFaults,
  newPasswordFaults,
  readForm,
  toVisit,
} from '../pages/index.ts';
import type { FormDeps, PageDeps } from './deps.ts';
import { openForm, requestMail } from './interactions.ts';

export async function showRegister(deps: FormDeps, request: FastifyRequest, reply: FastifyReply) {
  const { show } = await openForm(deps, request, reply, 'register');
  return show();
}

/** Hashes the password and requests a mail whether or not the address has an account, so that both take the same time. */
export async function register(deps: PageDeps, request: FastifyRequest, reply: FastifyReply) {
  const { interaction, appearance, refuse, showCheckMail } = await openForm(deps, request, reply, 'register');
  const form = readForm(request.body);
  const { email, name, password } = form;
  const values = { email, name };
  const faults = {
    ...nameFaults(appearance, form),
    ...newEmailFaults(appearance, form),
    ...(await newPasswordFaults(appearance, form)),
  };
  if (hasFaults(faults)) return refuse(values, faults);
  const visit = toVisit(appearance);
  const makeRequest = async () => {
    const passwordHash = await deps.passwords.hash(password);
    return { email, name, passwordHash, interaction: interaction.uid, visit };
  };
  if (!(await requestMail(deps, deps.links.confirmEmail, makeRequest, request.ip)))
    return refuse(values, { '': appearance.t('busy.intro') }, 429);
  return showCheckMail(values);
}
