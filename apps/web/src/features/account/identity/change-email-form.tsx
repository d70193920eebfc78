import { emailAddress, requestEmailChange } from '@keepsake/contracts/account/email-changes';
import { Button, TextInput } from '@mantine/core';
import panels from '#/shared/ui/panels.module.css';
import '@mantine/core/styles/Input.layer.css';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSignInTooOld } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { useChannel } from '#/shared/configuration.tsx';
import { useOwnIdentity } from '#/shared/session.ts';
import { DialogAlert } from '#/shared/ui/dialog.tsx';
import { useMutation } from '#/shared/use-mutation.ts';
import classes from './change-email-page.module.css';
import { changeEmailFailureOf } from './queries.ts';

type Props = { present: string; isWaiting: boolean };
type Fault = 'invalid' | 'present' | null;

/** Form that requests a change of address; validated on blur and on submit. */
export function ChangeEmailForm({ present, isWaiting }: Props) {
  const { t } = useTranslation();
  const channel = useChannel();
  const params = useOwnIdentity();
  const field = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState('');
  const [isJudged, setIsJudged] = useState(false);
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: (wanted: string) =>
      call(requestEmailChange, { params, body: { email: wanted, channel: channel.id } }),
    meta: { action: 'CHANGE_EMAIL', invalidates: ['EmailChange', 'Customer'] },
    onSuccess: () => {
      setEmail('');
      setIsJudged(false);
    },
    onError: () => field.current?.focus(),
  });
  const fault = faultOf(email, present);
  const { emailInUse, isTooOften } = changeEmailFailureOf(error);
  const message =
    (isJudged && fault && t(`changeEmail.fault.${fault}`)) || (emailInUse && t('changeEmail.inUse'));

  function submit(event: FormEvent) {
    event.preventDefault();
    setIsJudged(true);
    if (fault) return field.current?.focus();
    mutate(email.trim());
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <h2>{t(isWaiting ? 'changeEmail.another' : 'changeEmail.change')}</h2>
      <p className={panels.help}>{t('changeEmail.help')}</p>
      <TextInput
        ref={field}
        label={t('changeEmail.new')}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        required
        value={email}
        error={message || null}
        onChange={({ currentTarget }) => {
          setEmail(currentTarget.value);
          if (error) reset();
        }}
        onBlur={() => setIsJudged(email !== '')}
      />
      {error && !emailInUse && !isSignInTooOld(error) && (
        <DialogAlert>{t(isTooOften ? 'changeEmail.tooOften' : 'changeEmail.failed')}</DialogAlert>
      )}
      <Button type="submit" size="md" className={panels.main} loading={isPending}>
        {t('changeEmail.submit')}
      </Button>
    </form>
  );
}

/** The server compares normalised addresses; this only catches what a customer would consider the same. */
function faultOf(email: string, present: string): Fault {
  if (!emailAddress.safeParse(email).success) return 'invalid';
  return email.trim().toLowerCase() === present.toLowerCase() ? 'present' : null;
}
