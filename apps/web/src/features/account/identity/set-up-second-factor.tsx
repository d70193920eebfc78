import {
  beginSecondFactor,
  confirmSecondFactor,
  type Enrolment,
} from '@keepsake/contracts/account/second-factor';
import { Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem, isSignInTooOld } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { copyText } from '#/shared/copy-text.ts';
import { useOwnIdentity } from '#/shared/session.ts';
import { DialogAlert } from '#/shared/ui/dialog.tsx';
import panels from '#/shared/ui/panels.module.css';
import { QrCode } from '#/shared/ui/qr-code.tsx';
import { showToast } from '#/shared/ui/toasts.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import classes from './second-factor.module.css';

type Props = {
  enrolment: Enrolment;
  onCodes: (codes: readonly string[]) => void;
  /** The enrolment has expired; called with its replacement. */
  onAgain: (enrolment: Enrolment) => void;
  onCancel: () => void;
};

const codeOf = (error: unknown) => (error instanceof ApiProblem ? error.code : null);

/** Sets up an authenticator app: it reads the QR code or the secret, and a code from it turns the second factor on. */
export function SetUpSecondFactor({ enrolment, onCodes, onAgain, onCancel }: Props) {
  const { t } = useTranslation();
  const params = useOwnIdentity();
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [isJudged, setIsJudged] = useState(false);
  const repeated = useMutation({
    mutationFn: () => call(beginSecondFactor, { params }),
    meta: { action: 'BEGIN_SECOND_FACTOR', invalidates: ['SecondFactor'] },
    onSuccess: onAgain,
  });
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: (given: string) => call(confirmSecondFactor, { params, body: { code: given } }),
    meta: { action: 'CONFIRM_SECOND_FACTOR', invalidates: ['SecondFactor', 'AccountActivity'] },
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
    onError(failure) {
      field.current?.focus();
      if (codeOf(failure) === 'enrolment-over') repeated.mutate();
    },
  });
  const isWhole = /^\d{6}$/.test(code.replaceAll(/\s/g, ''));
  const isWrong = codeOf(error) === 'wrong-code';
  const message =
    (isJudged && !isWhole && t('secondFactor.codeMissing')) || (isWrong && t('secondFactor.codeWrong'));

  function submit(event: FormEvent) {
    event.preventDefault();
    setIsJudged(true);
    if (!isWhole) return field.current?.focus();
    mutate(code);
  }
  return (
    <form className={classes.setUp} onSubmit={submit} noValidate>
      <p>{t('secondFactor.scan')}</p>
      <div className={classes.code}>
        <QrCode text={enrolment.address} label={t('secondFactor.qrCode')} />
      </div>
      <Secret secret={enrolment.secret} />
      <TextInput
        ref={field}
        className={classes.field}
        label={t('secondFactor.code')}
        description={t('secondFactor.codeHelp')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        maxLength={10}
        required
        value={code}
        error={message || null}
        onChange={({ currentTarget }) => {
          setCode(currentTarget.value);
          setIsJudged(false);
          if (error) reset();
        }}
      />
      {error && !isWrong && !isSignInTooOld(error) && <DialogAlert>{t('secondFactor.failed')}</DialogAlert>}
      <div className={panels.actions}>
        <Button type="submit" loading={isPending}>
          {t('secondFactor.confirm')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('secondFactor.cancel')}
        </Button>
      </div>
    </form>
  );
}

/** For apps on the same device, and apps that cannot scan. */
function Secret({ secret }: { secret: string }) {
  const { t } = useTranslation();
  const text = useRef<HTMLElement>(null);
  async function copy() {
    if (text.current) window.getSelection()?.selectAllChildren(text.current);
    if (await copyText(secret)) showToast({ message: t('secondFactor.copied') });
  }
  return (
    <div>
      <p className={panels.help}>{t('secondFactor.noCamera')}</p>
      <p className={classes.secret}>
        <code ref={text}>{secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code>
        <Button size="compact-sm" variant="subtle" onClick={() => void copy()}>
          {t('secondFactor.copySecret')}
        </Button>
      </p>
    </div>
  );
}
