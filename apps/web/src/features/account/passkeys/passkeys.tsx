import {
  getPasskeys,
  MAX_PASSKEY_NAME,
  MAX_PASSKEYS,
  type Passkey,
  removePasskey,
  renamePasskey,
} from '@keepsake/contracts/account/passkeys';
import { Button, Skeleton, TextInput } from '@mantine/core';
import '@mantine/core/styles/Input.layer.css';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSignInTooOld } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { useChannel } from '#/shared/configuration.tsx';
import { formatDate } from '#/shared/format.ts';
import { useOwnIdentity, useSession } from '#/shared/session.ts';
import { DialogAlert } from '#/shared/ui/dialog.tsx';
import { ErrorState } from '#/shared/ui/error-state.tsx';
import panels from '#/shared/ui/panels.module.css';
import { useForm } from '#/shared/use-form.ts';
import { useMutation } from '#/shared/use-mutation.ts';
import classes from './passkeys.module.css';

/** The customer's passkeys, which can be renamed, removed, and created on a page of the provider, to whose host they belong. */
export function PasskeysPanel() {
  const { t } = useTranslation();
  const { data, error, refetch } = usePasskeys();
  return (
    <section className={panels.panel} aria-labelledby="passkeys">
      <h2 id="passkeys">{t('passkeys.title')}</h2>
      <p className={panels.help}>{t('passkeys.text')}</p>
      {!data && !error && <Skeleton h={48} radius="md" aria-busy="true" />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && data.passkeys.length > 0 && (
        <ul className={classes.list}>
          {data.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {data?.passkeys.length === MAX_PASSKEYS && <p className={panels.help}>{t('passkeys.full')}</p>}
      {data && !data.canAdd && <p className={panels.help}>{t('passkeys.unavailable')}</p>}
      {data?.canAdd && data.passkeys.length < MAX_PASSKEYS && <AddPasskey />}
    </section>
  );
}

function AddPasskey() {
  const { t } = useTranslation();
  const session = useSession();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => session.addPasskey('/settings/security'),
    meta: { action: 'ADD_PASSKEY', invalidates: [] },
  });
  return (
    <>
      {error && <DialogAlert error={error}>{t('passkeys.failed')}</DialogAlert>}
      <div className={panels.actions}>
        {/* Busy until the browser has left for the provider. */}
        <Button variant="default" loading={isPending} onClick={() => mutate()}>
          {t('passkeys.add')}
        </Button>
      </div>
    </>
  );
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const [shown, setShown] = useState<'actions' | 'rename' | 'remove'>('actions');
  const { t } = useTranslation();
  const { locale, timeZone } = useChannel();
  const { name, createdAt, lastUsedAt, isBackedUp } = passkey;
  const close = () => setShown('actions');
  const details = [
    t('passkeys.since', { date: formatDate(createdAt, locale, timeZone) }),
    lastUsedAt
      ? t('passkeys.lastUsed', { date: formatDate(lastUsedAt, locale, timeZone) })
      : t('passkeys.unused'),
    t(isBackedUp ? 'passkeys.backedUp' : 'passkeys.onDevice'),
  ];
  return (
    <li className={classes.passkey}>
      <div>
        <strong>{name}</strong>
        <p className={panels.help}>{details.join(' · ')}</p>
      </div>
      {shown === 'actions' && (
        <div className={classes.actions}>
          {(['rename', 'remove'] as const).map((action) => (
            <Button
              key={action}
              size="sm"
              variant="subtle"
              aria-label={t(`passkeys.${action}One`, { name })}
              onClick={() => setShown(action)}
            >
              {t(`passkeys.${action}`)}
            </Button>
          ))}
        </div>
      )}
      {shown === 'rename' && <RenameForm passkey={passkey} onClose={close} />}
      {shown === 'remove' && <Removal passkey={passkey} onClose={close} />}
    </li>
  );
}

type AskingProps = { passkey: Passkey; onClose: () => void };

function RenameForm({ passkey: { id: passkeyId, name }, onClose }: AskingProps) {
  const { t } = useTranslation();
  const params = { ...useOwnIdentity(), passkeyId };
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: { name: string }) => call(renamePasskey, { params, body }),
    meta: { action: 'RENAME_PASSKEY', invalidates: ['Passkeys'] },
    onSuccess: onClose,
  });
  const { form, textField, isWrong } = useForm({
    initial: { name },
    faultsOf: (typed) => (typed.name.trim() === '' ? ['name'] : []),
    unsaved: { failure: error },
    onSubmit: mutate,
  });
  return (
    <form {...form} className={classes.asking}>
      <TextInput
        {...textField('name')}
        label={t('passkeys.name')}
        autoComplete="off"
        maxLength={MAX_PASSKEY_NAME}
        data-autofocus
        autoFocus
        error={isWrong('name') && t('passkeys.nameMissing')}
      />
      {error && <DialogAlert error={error}>{t('passkeys.failed')}</DialogAlert>}
      <div className={panels.actions}>
        <Button size="sm" type="submit" loading={isPending}>
          {t('passkeys.save')}
        </Button>
        <Button size="sm" variant="default" disabled={isPending} onClick={onClose}>
          {t('passkeys.cancel')}
        </Button>
      </div>
    </form>
  );
}

/** Removing a passkey cannot be undone, so it asks for confirmation. */
function Removal({ passkey: { id: passkeyId, name }, onClose }: AskingProps) {
  const { t } = useTranslation();
  const question = useId();
  const params = { ...useOwnIdentity(), passkeyId };
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(removePasskey, { params }),
    meta: { action: 'REMOVE_PASSKEY', invalidates: ['Passkeys', 'AccountActivity'] },
  });
  return (
    <fieldset className={classes.asking} aria-labelledby={question}>
      <p id={question}>{t('passkeys.removeQuestion', { name })}</p>
      {error && !isSignInTooOld(error) && <DialogAlert error={error}>{t('passkeys.failed')}</DialogAlert>}
      <div className={panels.actions}>
        <Button size="sm" color="red" loading={isPending} onClick={() => mutate()} autoFocus>
          {t('passkeys.remove')}
        </Button>
        <Button size="sm" variant="default" disabled={isPending} onClick={onClose}>
          {t('passkeys.cancel')}
        </Button>
      </div>
    </fieldset>
  );
}

declare module '#/shared/api/query-tags.ts' {
  interface QueryTags {
    Passkeys: unknown;
  }
}

/** The customer's passkeys, and whether more can be added. */
export function usePasskeys() {
  const params = useOwnIdentity();
  return useQuery({
    queryKey: ['Passkeys'],
    queryFn: ({ signal }) => call(getPasskeys, { params }, { signal }),
  });
}
