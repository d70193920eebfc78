import { type Business, changeBusiness, MAX_CONTACTS } from '@keepsake/contracts/account/business';
import { Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { useChannel } from '#/shared/configuration.tsx';
import { DialogAlert } from '#/shared/ui/dialog.tsx';
import forms from '#/shared/ui/form.module.css';
import { showToast } from '#/shared/ui/toasts.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import classes from './company-form.module.css';
import { ContactFields } from './contact-fields.tsx';
import { businessQuery } from './queries.ts';
import { detailsOf, emptyContact, FIRM_FIELDS, type FirmField, faultsOf, typedFirmOf } from './typed-firm.ts';

const AUTOFILL: Partial<Record<FirmField, string>> = { company: 'organization', invoiceEmail: 'email' };
const ORDER: ['label', 'input', 'error', 'description'] = ['label', 'input', 'error', 'description'];

/** The firm's details. They can be saved incomplete; fields are validated on blur. */
export default function CompanyForm({ firm }: { firm: Business }) {
  const { t } = useTranslation();
  const { country } = useChannel();
  const form = useRef<HTMLFormElement>(null);
  const [typed, setTyped] = useState(() => typedFirmOf(firm));
  const [left, setLeft] = useState<ReadonlySet<string> | 'all'>(new Set());
  const { save, isSaving, error, refused } = useSave(firm, () => focusOn('vatId'));
  const kind = error && kindOf(error);
  const failure = kind === 'mistyped' ? null : kind;
  const faults = faultsOf(typed, country);
  const isWrong = (name: string) => faults.includes(name) && (left === 'all' || left.has(name));
  const leave = (name: string) => left !== 'all' && setLeft(new Set(left).add(name));

  function focusOn(name: string) {
    form.current?.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    setLeft('all');
    const [first] = faults;
    if (first) focusOn(first);
    else save(detailsOf(typed));
  }
  function faultOf(name: FirmField) {
    if (isWrong(name)) return t(`business.page.fault.${name}`);
    const isRefused = kind === 'mistyped' && name === 'vatId' && refused?.vatId === typed.vatId.trim();
    return isRefused && t('business.page.fault.vatDigits');
  }
  const fieldOf = (name: FirmField) => ({
    name,
    label: t(`business.page.field.${name}`),
    description: t(`business.page.help.${name}`),
    value: typed[name],
    error: faultOf(name),
    inputWrapperOrder: ORDER,
    autoComplete: AUTOFILL[name] ?? 'off',
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) =>
      setTyped({ ...typed, [name]: value }),
    onBlur: () => leave(name),
    readOnly: isSaving,
  });
  const [company, registerNumber, vatId, invoiceEmail] = FIRM_FIELDS;
  const { contacts, isVatExempt } = typed;
  return (
    <form ref={form} className={forms.form} onSubmit={submit} noValidate>
      <TextInput {...fieldOf(company)} dir="auto" />
      <TextInput {...fieldOf(registerNumber)} />
      {!isVatExempt && <TextInput {...fieldOf(vatId)} />}
      <label className={classes.exempt}>
        <input
          type="checkbox"
          checked={isVatExempt}
          disabled={isSaving}
          onChange={({ currentTarget: { checked } }) => setTyped({ ...typed, isVatExempt: checked })}
        />
        {t('business.page.exempt')}
      </label>
      {firm.status === null && <p className={forms.soft}>{t('business.page.newCheck')}</p>}
      <TextInput {...fieldOf(invoiceEmail)} type="email" />
      <fieldset className={classes.contacts}>
        <legend className={forms.heading}>{t('business.page.contacts')}</legend>
        <p className={forms.soft}>{t('business.page.contactsHelp')}</p>
        {contacts.map((contact, at) => (
          <ContactFields
            key={contact.key}
            at={at}
            contact={contact}
            isOff={isSaving}
            isWrong={isWrong}
            onLeave={leave}
            onChange={(changed) => setTyped({ ...typed, contacts: contacts.with(at, changed) })}
            onRemove={() => setTyped({ ...typed, contacts: contacts.toSpliced(at, 1) })}
          />
        ))}
        {contacts.length < MAX_CONTACTS && (
          <Button
            variant="default"
            disabled={isSaving}
            onClick={() => setTyped({ ...typed, contacts: [...contacts, emptyContact()] })}
          >
            {t('business.page.add')}
          </Button>
        )}
      </fieldset>
      {failure && <DialogAlert>{t(`business.page.failure.${failure}`)}</DialogAlert>}
      <div className={forms.actions}>
        <Button type="submit" loading={isSaving}>
          {t('business.page.save')}
        </Button>
        <Button
          variant="default"
          disabled={isSaving}
          renderRoot={(props) => <Link to="/settings/b2b" {...props} />}
        >
          {t('address.cancel')}
        </Button>
      </div>
    </form>
  );
}

/** Saves and returns to the settings. Changes by another tab are shown before they are overwritten. */
function useSave(firm: Business, onMistyped: () => void) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [version, setVersion] = useState(firm.version);
  const { mutate, isPending, error, variables } = useMutation({
    mutationFn: (details: ReturnType<typeof detailsOf>) =>
      call(changeBusiness, { body: { ...details, version } }),
    meta: { action: 'CHANGE_BUSINESS', invalidates: ['Business', 'Customer'] },
    async onError(failure) {
      if (kindOf(failure) === 'mistyped') onMistyped();
      if (kindOf(failure) !== 'changedElsewhere') return;
      const present = await client.fetchQuery({ ...businessQuery, staleTime: 0 });
      setVersion(present.version);
    },
    onSuccess() {
      showToast({ message: t('business.page.saved'), tone: 'success' });
      void navigate({ to: '/settings/b2b' });
    },
  });
  return { save: mutate, isSaving: isPending, error, refused: variables };
}

type Failure = 'changedElsewhere' | 'tooMany' | 'notSaved';

function kindOf(error: Error): Failure | 'mistyped' {
  const code = error instanceof ApiProblem ? error.code : '';
  if (code === 'too-many-requests') return 'tooMany';
  if (code === 'vat-id-mistyped') return 'mistyped';
  return code === 'conflict' ? 'changedElsewhere' : 'notSaved';
}
