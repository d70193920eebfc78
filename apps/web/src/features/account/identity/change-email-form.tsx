import { emailAddress, requestEmailChange } from '@keepsake/contracts/account/email-changes';
import { Button, TextInput } from '@mantine/core';
import { customerQuery } from '#/shared/customer-query.ts';
import panels from '#/shared/ui/panels.module.css';
import '@mantine/core/styles/Input.layer.css';
import { useTranslation } from 'react-i18next';
import { isSignInTooOld } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { useChannel } from '#/shared/configuration.tsx';
import { useOwnIdentity } from '#/shared/session.ts';
import { DialogAlert } from '#/shared/ui/dialog.tsx';
import { useForm } from '#/shared/use-form.ts';
import { useMutation } from '#/shared/use-mutation.ts';
import classes from './change-email-page.module.css';
import { changeEmailFailureOf } from './queries.ts';

type Props = { present: string; isWaiting: boolean };

/** Form that requests a change of address; validated when it is left and on submit. */
export function ChangeEmailForm({ present, isWaiting }: Props) {
  const { t } = useTranslation();
  const { form, textField, fault, error, isPending } = useChange(present);
  const { emailInUse, isTooOften } = changeEmailFailureOf(error);
  return (
    <form {...form} className={classes.form}>
      <h2>{t(isWaiting ? 'changeEmail.another' : 'changeEmail.change')}</h2>
      <p className={panels.help}>{t('changeEmail.help')}</p>
      <TextInput
        {...textField('email')}
        label={t('changeEmail.new')}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={254}
        required
        error={fault ? t(`changeEmail.fault.${fault}`) : emailInUse && t('changeEmail.inUse')}
      />
      {error && !emailInUse && !isSignInTooOld(error) && (
        <DialogAlert error={error}>{t(isTooOften ? 'errors.tooOften' : 'changeEmail.failed')}</DialogAlert>
      )}
      <Button type="submit" size="md" className={panels.main} loading={isPending}>
        {t('changeEmail.submit')}
      </Button>
    </form>
  );
}

function useChange(present: string) {
  const channel = useChannel();
  const params = useOwnIdentity();
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: (email: string) => call(requestEmailChange, { params, body: { email, channel: channel.id } }),
    meta: { action: 'CHANGE_EMAIL', invalidates: ['EmailChange', customerQuery.queryKey] },
    onSuccess() {
      change({ email: '' });
      forgive();
    },
    onError() {
      focusOn('email');
    },
  });
  const { form, textField, values, isWrong, change, forgive, focusOn } = useForm({
    initial: { email: '' },
    faultsOf: ({ email }) => (faultOf(email, present) ? ['email'] : []),
    unsaved: { failure: error },
    onChange() {
      if (error) reset();
    },
    onSubmit: ({ email }) => mutate(email.trim()),
  });
  const fault = isWrong('email') && faultOf(values.email, present);
  return { form, textField, fault, error, isPending };
}

/** The server compares normalised addresses; this only catches what a customer would consider the same. */
function faultOf(email: string, present: string): 'invalid' | 'letters' | 'present' | null {
  if (!emailAddress.safeParse(email).success) return 'invalid';
  // Most mail servers refuse them.
  if (!/^[\x21-\x7e]+@/.test(email.trim())) return 'letters';
  return email.trim().toLowerCase() === present.toLowerCase() ? 'present' : null;
}
