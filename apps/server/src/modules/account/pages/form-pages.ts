import { TOKEN_PARAMETER } from '@keepsake/contracts/platform/start-of-page';
import { spelledAddress } from '../../../platform/mail-address.ts';
import { type Html, html } from '../../../platform/markup.ts';
import { PASSWORD_LIMITS } from '../credentials/index.ts';
import type { Addresses } from './addresses.ts';
import type { Appearance } from './appearance.ts';
import { type Faults, type Field, type Form, form } from './form.ts';
import { layout } from './layout.ts';
import { passkeyButton, type RequestedPasskey } from './passkey-pages.ts';
import type { TextKey } from './texts.ts';

/** The values of a form and their faults. */
export type FilledForm = {
  addresses: Addresses;
  values?: Record<string, string>;
  faults?: Faults;
  /** How to sign in without a password, if the browser can. */
  passkey?: RequestedPasskey | null;
  /** Something to know before. */
  notice?: string | undefined;
};

function signInPage(appearance: Appearance, { addresses, values = {}, ...rest }: FilledForm): string {
  const { t, brand } = appearance;
  const { faults, passkey, notice } = rest;
  const email = emailField(appearance, values.email);
  return formPage(appearance, {
    title: t('signIn.title'),
    intro: t('signIn.intro', { brand: brand.name }),
    notice,
    action: addresses.signIn,
    fields: [
      // With 'webauthn' browsers suggest passkeys beside addresses.
      passkey ? { ...email, autocomplete: 'username webauthn' } : email,
      { name: 'password', label: t('field.password'), type: 'password', autocomplete: 'current-password' },
    ],
    faults,
    aside: html`<p class="aside"><a href="${addresses.forgotten}">${t('signIn.forgotten')}</a></p>`,
    submit: t('signIn.submit'),
    alternative:
      passkey &&
      passkeyButton(appearance, {
        action: addresses.passkey,
        options: passkey.options,
        unknown: values.unknownPasskey,
      }),
    other: html`${t('signIn.noAccount')} <a href="${addresses.register}">${t('signIn.register')}</a>`,
  });
}

function registerPage(appearance: Appearance, { addresses, values = {}, faults }: FilledForm): string {
  const { t, brand } = appearance;
  return formPage(appearance, {
    title: t('register.title'),
    intro: t('register.intro', { brand: brand.name }),
    action: addresses.register,
    fields: [
      nameField(appearance, values.name),
      emailField(appearance, values.email),
      newPasswordField(appearance, 'field.password'),
    ],
    faults,
    submit: t('register.submit'),
    other: html`${t('register.hasAccount')} <a href="${addresses.signIn}?sign-in">${t('register.signIn')}</a>`,
  });
}

function forgottenPage(appearance: Appearance, { addresses, values = {}, faults }: FilledForm): string {
  const { t } = appearance;
  return formPage(appearance, {
    title: t('forgotten.title'),
    intro: t('forgotten.intro'),
    action: addresses.forgotten,
    fields: [emailField(appearance, values.email)],
    faults,
    submit: t('forgotten.submit'),
    other: html`<a href="${addresses.signIn}?sign-in">${t('checkMail.back')}</a><br><br>${t('forgotten.noMailbox')}`,
  });
}

/** The forms of an interaction, by the names of their addresses. */
export const formPages = { signIn: signInPage, register: registerPage, forgotten: forgottenPage };
export type FormName = keyof typeof formPages;

/** What the page of a mailed link asks for before its button. */
export type Question = 'name' | 'password' | 'newPassword';

type LinkForm = {
  action: string;
  token: string;
  email: string;
  /** Texts of the title, of the introduction (which may mention the e-mail address) and of the button. */
  title: TextKey;
  intro: TextKey;
  submit: TextKey;
  asks: readonly Question[];
  name?: string;
  faults?: Faults;
};

/** The page of a mailed link. Opening it changes nothing, because mail scanners open links too; its button does. */
export function linkPage(appearance: Appearance, { email, name, asks, ...page }: LinkForm): string {
  const { t } = appearance;
  const fields = asks.map((question) =>
    question === 'name'
      ? nameField(appearance, name)
      : newPasswordField(appearance, question === 'password' ? 'field.password' : 'field.newPassword'),
  );
  const { action, faults } = page;
  return formPage(appearance, {
    title: t(page.title),
    intro: t(page.intro, { email: spelledAddress(email) }),
    action,
    fields,
    hidden: { [TOKEN_PARAMETER]: page.token },
    faults,
    aside: fields.some(({ type }) => type === 'password') ? usernameTwin(email) : undefined,
    submit: t(page.submit),
  });
}

type FormPage = Form & {
  title: string;
  /** What the form is for. */
  intro: string;
  notice?: string | undefined;
  /** Another form with the same purpose. */
  alternative?: Html | null;
  /** Links below the form. */
  other?: Html;
};

function formPage(
  appearance: Appearance,
  { title, intro, notice, alternative, other, ...requested }: FormPage,
): string {
  return layout(
    appearance,
    title,
    html`<p class="intro">${intro}</p>
${notice && html`<p class="intro">${notice}</p>`}
${form(appearance, requested)}
${alternative}
${other && html`<p class="other">${other}</p>`}`,
  );
}

/** A hidden username field with the address lets password managers store a new password for the right account. */
function usernameTwin(email: string) {
  return html`<input class="twin" type="text" autocomplete="username" value="${email}" tabindex="-1" aria-hidden="true" readonly>`;
}

function emailField({ t }: Appearance, value: string | undefined): Field {
  return { name: 'email', label: t('field.email'), type: 'email', autocomplete: 'username', value };
}

function nameField({ t }: Appearance, value: string | undefined): Field {
  return { name: 'name', label: t('field.name'), type: 'text', autocomplete: 'name', value };
}

function newPasswordField({ t }: Appearance, label: TextKey): Field {
  const hint = t('field.passwordRule', PASSWORD_LIMITS);
  return { name: 'password', label: t(label), type: 'password', autocomplete: 'new-password', hint };
}
