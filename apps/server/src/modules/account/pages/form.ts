import { isName, MAX_NAME_LENGTH, normaliseName } from '@keepsake/contracts/account/personal-details';
import { isMailAddress, isTypedMailAddress, toMailAddress } from '@keepsake/contracts/platform/mail-address';
import { plainLine } from '@keepsake/contracts/platform/plain-text';
import { TOKEN_PARAMETER } from '@keepsake/contracts/platform/start-of-page';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod';
import { type Html, html } from '../../../platform/markup.ts';
import { Problem } from '../../../platform/problem.ts';
import { findPasswordFault, PASSWORD_LIMITS } from '../credentials/index.ts';
import type { Appearance } from './appearance.ts';

/** Faults of a form: text by field name; '' is a fault of the whole form. */
export type Faults = Readonly<Record<string, string>>;

export type Field = {
  name: string;
  label: string;
  type: 'email' | 'text' | 'password';
  autocomplete: string;
  value?: string;
  hint?: string;
  /** How a text is typed if it is not a name: a code of digits, or of letters and digits. */
  typing?: 'digits' | 'signs';
};

export type Form = {
  action: string;
  submit: string;
  fields: readonly Field[];
  hidden?: Readonly<Record<string, string>>;
  faults?: Faults;
  /** Between the fields and the button. */
  aside?: Html;
};

/** A form that posts to its own page. The first faulty field, else the first empty one, has the focus. */
export function form(
  appearance: Appearance,
  { action, submit, fields, hidden = {}, faults = {}, aside }: Form,
): Html {
  const focused = fields.find(({ name }) => faults[name]) ?? fields.find(({ value }) => !value) ?? fields[0];
  const summary = faults[''] ?? (hasFaults(faults) ? appearance.t('fault.summary') : null);
  return html`${summary && html`<p class="alert" role="alert">${summary}</p>`}
<form method="post" action="${action}" novalidate>
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${fields.map((one) => field(appearance, one, faults[one.name], one === focused))}
${aside}
<button class="button" type="submit">${submit}</button>
</form>`;
}

function field({ t }: Appearance, one: Field, fault: string | undefined, isFocused: boolean): Html {
  const { name, label, type, autocomplete, value, hint, typing: isCode } = one;
  const described = [fault && `${name}-fault`, hint && `${name}-hint`].filter(Boolean).join(' ');
  const typing =
    type === 'text' && !isCode
      ? html` autocapitalize="words"`
      : html` autocapitalize="none" spellcheck="false"${isCode === 'digits' && html` inputmode="numeric"`}`;
  return html`<div class="field">
<label for="${name}">${label}</label>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
<div class="control">
<input id="${name}" name="${name}" type="${type}" value="${value ?? ''}" autocomplete="${autocomplete}" required${typing}${
    described !== '' && html` aria-describedby="${described}"`
  }${fault && html` aria-invalid="true"`}${isFocused && html` autofocus`}>
${
  type === 'password' &&
  html`<button class="reveal" type="button" aria-pressed="false" aria-controls="${name}" aria-label="${t('field.showPassword')}" hidden></button>`
}
</div>
${fault && html`<p class="fault" id="${name}-fault">${fault}</p>`}
</div>`;
}

/**
 * A submitted form, kept on the server until its page shows it, so that every page answers a GET and no address contains what was
 * typed. Never includes a password.
 */
export const sentForm = z.object({
  values: z.record(z.string(), z.string()),
  /** Its faults and the status of the page that shows them, once: by the next time they may be fixed. */
  refusal: z.object({ faults: z.record(z.string(), z.string()), status: z.int() }).optional(),
});
export type SentForm = z.infer<typeof sentForm>;

/** A field of a posted form; missing, repeated and absurdly long ones count as empty. Unknown fields are dropped. */
const postedField = z.string().max(2_000).catch('');
const postedForm = z.object({
  email: postedField,
  name: postedField,
  password: postedField,
  code: postedField,
  [TOKEN_PARAMETER]: postedField,
});

export type Posted = { email: string; name: string; password: string; code: string; token: string };

export function readForm(body: unknown): Posted {
  const { email, name, password, code, [TOKEN_PARAMETER]: token } = postedForm.parse(body ?? {});
  return {
    email: toMailAddress(plainLine(email)),
    name: normaliseName(name),
    password,
    code: plainLine(code),
    token,
  };
}

export function emailFaults({ t }: Appearance, { email }: Posted): Faults {
  return isMailAddress(email) ? {} : { email: t('fault.email') };
}

/** Stricter than for sign-in: existing accounts may have addresses that new ones cannot. */
export function newEmailFaults({ t }: Appearance, { email }: Posted): Faults {
  if (isTypedMailAddress(email)) return {};
  const isOfOtherLetters = isMailAddress(email) && !/^[\x21-\x7e]+@/.test(email);
  return { email: t(isOfOtherLetters ? 'fault.emailLetters' : 'fault.email') };
}

/** A password for signing in only has to be present. */
export function givenPasswordFaults({ t }: Appearance, { password }: Posted): Faults {
  return password === '' ? { password: t('fault.passwordMissing') } : {};
}

export function nameFaults({ t }: Appearance, { name }: Posted): Faults {
  return isName(name) ? {} : { name: t('fault.name', { characters: MAX_NAME_LENGTH }) };
}

export async function newPasswordFaults(
  { t, brand }: Appearance,
  { email, name, password }: Pick<Posted, 'email' | 'name' | 'password'>,
): Promise<Faults> {
  const fault = await findPasswordFault(password, { email, name, brand: brand.name });
  return fault ? { password: t(fault, PASSWORD_LIMITS) } : {};
}

export function hasFaults(faults: Faults): boolean {
  return Object.keys(faults).length > 0;
}

/** Refuses forms posted by another site. The pages' referrer policy makes browsers name the origin. */
export function requireSameOrigin(publicUrl: string) {
  const ownOrigin = new URL(publicUrl).origin;
  return async ({ method, headers }: FastifyRequest): Promise<void> => {
    if (method !== 'POST') return;
    const site = headers['sec-fetch-site'];
    const isOwn = headers.origin === ownOrigin && (site === undefined || site === 'same-origin');
    if (!isOwn) throw new Problem('forbidden');
  };
}
