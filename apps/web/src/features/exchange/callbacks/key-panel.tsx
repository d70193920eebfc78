import {
  type CallbackSettings,
  MAX_CALLBACK_KEYS,
  makeCallbackKey,
  setTestReceiverKey,
} from '@keepsake/contracts/exchange/callbacks';
import { Button } from '@mantine/core';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSignInTooOld, isTooOften } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { createDeviceMoment, useLocale } from '#/shared/format.ts';
import { copyText } from '#/shared/take-text.ts';
import panels from '#/shared/ui/panels.module.css';
import { showToast } from '#/shared/ui/toasts.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import classes from './callbacks.module.css';

type Props = {
  made: NonNullable<CallbackSettings['key']>;
  hasTestReceiver: boolean;
};

/** The key with which receivers verify signatures: created here, shown once, and replaced with an overlap. */
export function KeyPanel({ made, hasTestReceiver }: Props) {
  const { t } = useTranslation();
  const locale = useLocale();
  const headingId = useId();
  const [key, setKey] = useState<string | null>(null);
  const make = useMutation({
    mutationFn: () => call(makeCallbackKey, {}),
    meta: { action: 'MAKE_CALLBACK_KEY', invalidates: ['Callbacks'] },
    onSuccess: (notified) => setKey(notified.key),
    onError(error) {
      if (isSignInTooOld(error)) return;
      showToast({
        message: t(isTooOften(error) ? 'callbacks.key.tooMany' : 'callbacks.key.notMade', {
          keys: MAX_CALLBACK_KEYS,
        }),
        tone: 'failure',
      });
    },
  });
  const moment = createDeviceMoment(locale);
  return (
    <section className={panels.panel} aria-labelledby={headingId}>
      <h2 id={headingId}>{t('callbacks.key.title')}</h2>
      <p>{t('callbacks.key.about')}</p>
      {key !== null && <NewKey value={key} hasTestReceiver={hasTestReceiver} />}
      {key === null && made.isShown && (
        <p>{t('callbacks.key.madeAt', { moment: moment(new Date(made.madeAt)) })}</p>
      )}
      {made.olderUntil && (
        <p>{t('callbacks.key.olderUntil', { moment: moment(new Date(made.olderUntil)) })}</p>
      )}
      <div className={panels.actions}>
        <Button variant="default" onClick={() => make.mutate()} loading={make.isPending}>
          {t(made.isShown ? 'callbacks.key.rotate' : 'callbacks.key.make')}
        </Button>
      </div>
    </section>
  );
}

function NewKey({ value, hasTestReceiver }: { value: string; hasTestReceiver: boolean }) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const give = useMutation({
    mutationFn: () => call(setTestReceiverKey, { body: { key: value } }),
    meta: { action: 'SET_TEST_RECEIVER_KEY', invalidates: ['Callbacks'] },
    onSuccess: () => showToast({ message: t('callbacks.testReceiver.hasKey'), tone: 'success' }),
    onError: () => showToast({ message: t('callbacks.notSaved'), tone: 'failure' }),
  });
  async function copy() {
    field.current?.select();
    if (await copyText(value)) showToast({ message: t('callbacks.key.copied'), tone: 'success' });
  }
  return (
    <div className={classes.key} role="status">
      <p>
        <strong>{t('callbacks.key.once')}</strong>
      </p>
      <input ref={field} readOnly value={value} aria-label={t('callbacks.key.title')} />
      <div className={panels.actions}>
        <Button onClick={() => void copy()}>{t('callbacks.key.copy')}</Button>
        {hasTestReceiver && (
          <Button variant="default" onClick={() => give.mutate()} loading={give.isPending}>
            {t('callbacks.testReceiver.giveKey')}
          </Button>
        )}
      </div>
    </div>
  );
}
