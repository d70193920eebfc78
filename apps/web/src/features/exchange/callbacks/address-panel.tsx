import { CALLBACK_FORMATS, type CallbackFormat } from '@keepsake/contracts/account/callback-settings';
import { changeCustomer } from '@keepsake/contracts/account/personal-details';
import {
  CALLBACK_TRIES_DAYS,
  type CallbackAddressFault,
  type CallbackSettings,
  findCallbackAddressFault,
} from '@keepsake/contracts/exchange/callbacks';
import { Button, TextInput } from '@mantine/core';
import { customerQuery } from '#/shared/customer-query.ts';
import '@mantine/core/styles/Input.layer.css';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { hasCode, isSignInTooOld } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { useChannel } from '#/shared/configuration.tsx';
import { formatDateInSentence } from '#/shared/format.ts';
import { DialogAlert } from '#/shared/ui/dialog.tsx';
import { HELP_BELOW, SelectField } from '#/shared/ui/form-fields.tsx';
import panels from '#/shared/ui/panels.module.css';
import { showToast } from '#/shared/ui/toasts.tsx';
import { useForm } from '#/shared/use-form.ts';
import { useMutation } from '#/shared/use-mutation.ts';
import classes from './callbacks.module.css';

/** The callback address and format, and why they are not used at present. */
export function AddressPanel({ settings }: { settings: CallbackSettings }) {
  const { t } = useTranslation();
  const headingId = useId();
  return (
    <section className={panels.panel} aria-labelledby={headingId}>
      <h2 id={headingId}>{t('callbacks.address')}</h2>
      <Stopped settings={settings} />
      <AddressForm settings={settings} />
    </section>
  );
}

function AddressForm({ settings }: { settings: CallbackSettings }) {
  const { t } = useTranslation();
  const { isLoopbackAllowed, testReceiverUrl, stopped } = settings;
  const { form, textField, values, change, isSaving, fault, failure } = useAddress(settings);
  return (
    <form {...form} className={classes.form}>
      <TextInput
        {...textField('url')}
        label={t('callbacks.url')}
        description={t(isLoopbackAllowed ? 'callbacks.urlHelpTrial' : 'callbacks.urlHelp')}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        placeholder="https://example.com/callbacks"
        error={fault && t(`callbacks.fault.${fault}`)}
        inputWrapperOrder={HELP_BELOW}
        readOnly={isSaving}
      />
      <SelectField
        label={t('callbacks.format')}
        value={values.format}
        choices={CALLBACK_FORMATS.map((value) => ({ value, label: value.toUpperCase() }))}
        onChange={(format) => change({ format })}
        help={<Schemas />}
      />
      {failure && <DialogAlert error={failure}>{t('callbacks.notSaved')}</DialogAlert>}
      <div className={panels.actions}>
        <Button type="submit" loading={isSaving}>
          {t(stopped ? 'callbacks.restart' : 'settings.save')}
        </Button>
        {testReceiverUrl && values.url !== testReceiverUrl && (
          <Button variant="default" disabled={isSaving} onClick={() => change({ url: testReceiverUrl })}>
            {t('callbacks.useTestReceiver')}
          </Button>
        )}
      </div>
    </form>
  );
}

function useAddress(settings: CallbackSettings) {
  const { save, isRefused, ...saving } = useSave();
  const { isWrong, ...form } = useForm({
    initial: { url: settings.url ?? '', format: settings.format },
    faultsOf: ({ url }) => (faultOf(url, settings) ? ['url'] : []),
    unsaved: { failure: saving.error },
    onSubmit: ({ url, format }) => save({ callbackUrl: url.trim() || null, callbackFormat: format }),
  });
  const fault = isRefused ? ('not-public' as const) : isWrong('url') && faultOf(form.values.url, settings);
  return { ...form, ...saving, fault };
}

/** An empty field is valid: it turns callbacks off. The test receiver's own address is valid wherever the server runs. */
function faultOf(typed: string, settings: CallbackSettings): CallbackAddressFault | null {
  const isRight = typed.trim() === '' || typed === settings.testReceiverUrl;
  return isRight ? null : findCallbackAddressFault(typed, settings);
}

function Schemas() {
  const { t } = useTranslation();
  return (
    <p className={panels.help}>
      {t('callbacks.schemas')} <a href="/schemas/callbacks.schema.json">callbacks.schema.json</a>,{' '}
      <a href="/schemas/callbacks.xsd">callbacks.xsd</a>
    </p>
  );
}

function Stopped({ settings: { stopped } }: { settings: CallbackSettings }) {
  const { t } = useTranslation();
  const { locale, timeZone } = useChannel();
  if (!stopped) return null;
  return (
    <p className={classes.stopped} role="status">
      {stopped.reason === 'gone'
        ? t('callbacks.stopped.gone', { date: formatDateInSentence(stopped.at, locale, timeZone) })
        : t('callbacks.stopped.failing', {
            date: formatDateInSentence(stopped.at, locale, timeZone),
            days: CALLBACK_TRIES_DAYS,
          })}
    </p>
  );
}

function useSave() {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: { callbackUrl: string | null; callbackFormat: CallbackFormat }) =>
      call(changeCustomer, { body }),
    meta: { action: 'CHANGE_CALLBACKS', invalidates: ['Callbacks', customerQuery.queryKey] },
    onSuccess: () => showToast({ message: t('callbacks.saved'), tone: 'success' }),
  });
  // The other fields were validated here.
  const isRefused = hasCode(error, 'invalid-request');
  return {
    save: mutate,
    isSaving: isPending,
    isRefused,
    error,
    // Declining to sign in again is a decision, not a failure.
    failure: isRefused || isSignInTooOld(error) ? null : error,
  };
}
