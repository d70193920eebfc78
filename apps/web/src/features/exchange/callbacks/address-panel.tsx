import { CALLBACK_FORMATS, type CallbackFormat } from '@keepsake/contracts/account/callback-settings';
import { changeCustomer } from '@keepsake/contracts/account/personal-details';
import {
  type CallbackAddressFault,
  type CallbackSettings,
  findCallbackAddressFault,
} from '@keepsake/contracts/exchange/callbacks';
import { Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { type FormEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem, isSignInTooOld } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { formatDateInSentence, useLocale } from '#/shared/format.ts';
import { DialogAlert } from '#/shared/ui/dialog.tsx';
import forms from '#/shared/ui/form.module.css';
import panels from '#/shared/ui/panels.module.css';
import { Select } from '#/shared/ui/select.tsx';
import { showToast } from '#/shared/ui/toasts.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import classes from './callbacks.module.css';

/** Form for the callback address and format. Keeps the typed text if it is invalid. */
export function AddressPanel({ settings }: { settings: CallbackSettings }) {
  const { t } = useTranslation();
  const headingId = useId();
  const input = useRef<HTMLInputElement>(null);
  const [url, setUrl] = useState(settings.url ?? '');
  const [format, setFormat] = useState<CallbackFormat>(settings.format);
  const [isJudged, setJudged] = useState(false);
  const { save, isSaving, isRefused, hasFailed } = useSave();
  const fault = isRefused ? 'not-public' : isJudged ? faultOf(url, settings) : null;
  function submit(event: FormEvent) {
    event.preventDefault();
    setJudged(true);
    if (faultOf(url, settings)) return input.current?.focus();
    save({ callbackUrl: url.trim() || null, callbackFormat: format });
  }
  return (
    <section className={panels.panel} aria-labelledby={headingId}>
      <h2 id={headingId}>{t('callbacks.address')}</h2>
      <Stopped settings={settings} />
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          ref={input}
          label={t('callbacks.url')}
          description={t(settings.isLoopbackAllowed ? 'callbacks.urlHelpTrial' : 'callbacks.urlHelp')}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://example.com/callbacks"
          value={url}
          error={fault && t(`callbacks.fault.${fault}`)}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
          onBlur={() => setJudged(url !== '')}
          readOnly={isSaving}
        />
        <div className={forms.field}>
          <span className={forms.label} aria-hidden="true">
            {t('callbacks.format')}
          </span>
          <Select
            label={t('callbacks.format')}
            value={format}
            choices={CALLBACK_FORMATS.map((value) => ({ value, label: value.toUpperCase() }))}
            onChange={setFormat}
          />
          <Schemas />
        </div>
        {hasFailed && <DialogAlert>{t('callbacks.notSaved')}</DialogAlert>}
        <div className={panels.actions}>
          <Button type="submit" loading={isSaving}>
            {t(settings.stopped ? 'callbacks.restart' : 'settings.save')}
          </Button>
          {settings.testReceiverUrl && url !== settings.testReceiverUrl && (
            <Button
              variant="default"
              disabled={isSaving}
              onClick={() => setUrl(settings.testReceiverUrl ?? '')}
            >
              {t('callbacks.useTestReceiver')}
            </Button>
          )}
        </div>
      </form>
    </section>
  );
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
  const locale = useLocale();
  if (!stopped) return null;
  return (
    <p className={classes.stopped} role="status">
      {stopped.reason === 'gone'
        ? t('callbacks.stopped.gone', { date: formatDateInSentence(stopped.at, locale) })
        : t('callbacks.stopped.failing', { date: formatDateInSentence(stopped.at, locale) })}
    </p>
  );
}

function useSave() {
  const { t } = useTranslation();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: { callbackUrl: string | null; callbackFormat: CallbackFormat }) =>
      call(changeCustomer, { body }),
    meta: { action: 'CHANGE_CALLBACKS', invalidates: ['Callbacks', 'Customer'] },
    onSuccess: () => showToast({ message: t('callbacks.saved'), tone: 'success' }),
  });
  // The other fields were validated here.
  const isRefused = error instanceof ApiProblem && error.code === 'invalid-request';
  return {
    save: mutate,
    isSaving: isPending,
    isRefused,
    // Declining to sign in again is a decision, not a failure.
    hasFailed: error !== null && !isRefused && !isSignInTooOld(error),
  };
}
