import {
  removeSecondFactor,
  renewRecoveryCodes,
  type SecondFactor,
} from '@keepsake/contracts/account/second-factor';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSignInTooOld } from '#/shared/api/api-problem.ts';
import { call } from '#/shared/api/call.ts';
import { useChannel } from '#/shared/configuration.tsx';
import { formatDateInSentence } from '#/shared/format.ts';
import { useOwnIdentity } from '#/shared/session.ts';
import { Dialog, DialogActions, DialogAlert } from '#/shared/ui/dialog.tsx';
import panels from '#/shared/ui/panels.module.css';
import { useMutation } from '#/shared/use-mutation.ts';

/** From this number of recovery codes on, new ones are suggested. */
const FEW = 3;

type Props = { factor: SecondFactor; since: string; onCodes: (codes: readonly string[]) => void };

/** The active second factor: since when, remaining recovery codes, and the actions to renew them and to turn it off. */
export function ActiveSecondFactor({ factor, since, onCodes }: Props) {
  const { t } = useTranslation();
  const { locale, timeZone } = useChannel();
  const [isAsking, setAsking] = useState(false);
  const { recoveryCodesLeft: left, isRequired } = factor;
  const renew = useRenewal(onCodes);
  const remove = useRemoval(() => setAsking(false));
  const error = renew.error ?? remove.error;
  return (
    <>
      <p role="status">{t('secondFactor.on', { date: formatDateInSentence(since, locale, timeZone) })}</p>
      <p className={panels.help}>{t('secondFactor.left', { count: left })}</p>
      {left <= FEW && <p>{t('secondFactor.few')}</p>}
      {isRequired && <p className={panels.help}>{t('secondFactor.required')}</p>}
      {error && !isSignInTooOld(error) && <DialogAlert error={error}>{t('secondFactor.failed')}</DialogAlert>}
      <div className={panels.actions}>
        <Button variant="default" loading={renew.isPending} onClick={() => renew.mutate()}>
          {t('secondFactor.renew')}
        </Button>
        {!isRequired && (
          <Button variant="default" color="red" onClick={() => setAsking(true)}>
            {t('secondFactor.turnOff')}
          </Button>
        )}
      </div>
      <TurnOffDialog
        isOpen={isAsking}
        isTurningOff={remove.isPending}
        onTurnOff={() => remove.mutate()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

function useRenewal(onCodes: Props['onCodes']) {
  const params = useOwnIdentity();
  return useMutation({
    mutationFn: () => call(renewRecoveryCodes, { params }),
    meta: { action: 'RENEW_RECOVERY_CODES', invalidates: ['SecondFactor', 'AccountActivity'] },
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });
}

function useRemoval(onEnd: () => void) {
  const params = useOwnIdentity();
  return useMutation({
    mutationFn: () => call(removeSecondFactor, { params }),
    meta: { action: 'REMOVE_SECOND_FACTOR', invalidates: ['SecondFactor', 'AccountActivity'] },
    onSuccess: onEnd,
    onError: onEnd,
  });
}

type DialogProps = { isOpen: boolean; isTurningOff: boolean; onTurnOff: () => void; onClose: () => void };

function TurnOffDialog({ isOpen, isTurningOff, onTurnOff, onClose }: DialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('secondFactor.turnOffTitle')}>
      <p>{t('secondFactor.turnOffText')}</p>
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          {t('secondFactor.keep')}
        </Button>
        <Button color="red" loading={isTurningOff} onClick={onTurnOff}>
          {t('secondFactor.turnOff')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
