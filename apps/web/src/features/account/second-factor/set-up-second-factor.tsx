import {
  beginSecondFactor,
  CODE_DIGITS,
  confirmSecondFactor,
  type Enrolment,
  TYPED_CODE,
} from '@keepsake/contracts/account/second-factor';
import { Button, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem, isSignInTooOld } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { useOwnIdentity } from '#/shared/session.ts';
import { copyText } from '#/shared/take-text.ts';
import { DialogAlert } from '#/shared/ui/dialog.tsx';
import panels from '#/shared/ui/panels.module.css';
import { QrCode } from '#/shared/ui/qr-code.tsx';
import { showToast } from '#/shared/ui/toasts.tsx';
import { useForm } from '#/shared/use-form.ts';
import { useMutation } from '#/shared/use-mutation.ts';
import classes from './second-factor.module.css';

type Props = {
  enrolment: Enrolment;
  onCodes: (codes: readonly string[]) => void;
  /** The enrolment has expired; called with its replacement. */
  onAgain: (enrolment: Enrolment) => void;
  onCancel: () => void;
};

const CODE = { digits: CODE_DIGITS };

/** Sets up an authenticator app: it reads the QR code or the secret, and a code from it turns the second factor on. */
export function SetUpSecondFactor({ enrolment, onCancel, ...next }: Props) {
  const { t } = useTranslation();
  const { mutate, error, isPending, reset } = useConfirm(next, () => focusOn('code'));
  const { form, textField, isWrong, focusOn } = useForm({
    initial: { code: '' },
    faultsOf: ({ code }) => (TYPED_CODE.test(code) ? [] : ['code']),
    unsaved: 'forgettable',
    judging: 'sent',
    onChange: () => void (error && reset()),
    onSubmit: ({ code }) => mutate(code),
  });
  const isRefused = codeOf(error) === 'wrong-code';
  return (
    <form {...form} className={classes.setUp}>
      <p>{t('secondFactor.scan')}</p>
      <div className={classes.code}>
        <QrCode text={enrolment.address} label={t('secondFactor.qrCode')} />
      </div>
      <Secret secret={enrolment.secret} />
      <TextInput
        {...textField('code')}
        className={classes.field}
        label={t('secondFactor.code')}
        description={t('secondFactor.codeHelp', CODE)}
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        maxLength={10}
        required
        error={
          isWrong('code') ? t('secondFactor.codeMissing', CODE) : isRefused && t('secondFactor.codeWrong')
        }
      />
      {error && !isRefused && !isSignInTooOld(error) && (
        <DialogAlert error={error}>{t('secondFactor.failed')}</DialogAlert>
      )}
      <Actions isConfirming={isPending} onCancel={onCancel} />
    </form>
  );
}

const codeOf = (error: unknown) => (error instanceof ApiProblem ? error.code : null);

/** Turns the second factor on; an enrolment that has expired is replaced. */
function useConfirm({ onCodes, onAgain }: Pick<Props, 'onCodes' | 'onAgain'>, onFailed: () => void) {
  const params = useOwnIdentity();
  const repeated = useMutation({
    mutationFn: () => call(beginSecondFactor, { params }),
    meta: { action: 'BEGIN_SECOND_FACTOR', invalidates: ['SecondFactor'] },
    onSuccess: onAgain,
  });
  return useMutation({
    mutationFn: (code: string) => call(confirmSecondFactor, { params, body: { code } }),
    meta: { action: 'CONFIRM_SECOND_FACTOR', invalidates: ['SecondFactor', 'AccountActivity'] },
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
    onError(failure) {
      onFailed();
      if (codeOf(failure) === 'enrolment-over') repeated.mutate();
    },
  });
}

function Actions({ isConfirming, onCancel }: { isConfirming: boolean; onCancel: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={panels.actions}>
      <Button type="submit" loading={isConfirming}>
        {t('secondFactor.confirm')}
      </Button>
      <Button variant="default" onClick={onCancel}>
        {t('secondFactor.cancel')}
      </Button>
    </div>
  );
}

/** For apps on the same device, and apps that cannot scan. */
function Secret({ secret }: { secret: string }) {
  const { t } = useTranslation();
  const text = useRef<HTMLElement>(null);
  async function copy() {
    if (await copyText(secret, text.current)) showToast({ message: t('secondFactor.copied') });
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
