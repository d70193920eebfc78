import type { ConsentRequested } from '@keepsake/contracts/frame/configuration';
import {
  consentCodeOf,
  consentsTo,
  type GivenConsent,
  type Purpose,
} from '@keepsake/contracts/frame/cookie-consent';
import { Button, Checkbox } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasCode } from '#/shared/api/api-problem.ts';
import { reportFailure } from '#/shared/error-reports.ts';
import { DialogAlert } from '#/shared/ui/dialog.tsx';
import { useForm } from '#/shared/use-form.ts';
import { purposesOf, useSaveConsent } from './consent.ts';
import classes from './cookies.module.css';

type Props = {
  requested: ConsentRequested;
  given?: GivenConsent | null;
  /** Hides the choice by purpose until it is requested. */
  isShort?: boolean;
  onSaved?: () => void;
};

/** Refusing and accepting take one press each and carry equal weight; between them is the choice by purpose. */
export function ConsentForm({ requested, given = null, isShort = false, onSaved }: Props) {
  const { t } = useTranslation();
  const purposes = purposesOf(requested);
  const hasDetails = purposes.length > 1;
  const [isOpen, setOpen] = useState(!isShort);
  const { choose, isSaving, failure } = useChoose(requested, onSaved);
  const chosen = purposes.filter((one) => given && consentsTo(given.code, one));
  const { form, values, change } = useForm({
    initial: { chosen },
    faultsOf: () => [],
    unsaved: 'forgettable',
    onSubmit: (typed) => choose(typed.chosen),
  });
  return (
    <form {...form}>
      {hasDetails && isOpen && (
        <Purposes purposes={purposes} {...values} isOff={isSaving} onChange={change} />
      )}
      {failure !== null && <DialogAlert error={failure}>{t(textOf(failure))}</DialogAlert>}
      <div className={classes.actions}>
        {hasDetails && !isOpen && (
          <Button variant="subtle" aria-expanded={false} disabled={isSaving} onClick={() => setOpen(true)}>
            {t('cookies.choose')}
          </Button>
        )}
        {hasDetails && isOpen && (
          <Button type="submit" variant={isShort ? 'subtle' : 'default'} disabled={isSaving}>
            {t('cookies.save')}
          </Button>
        )}
        <Button variant="default" disabled={isSaving} onClick={() => choose([])}>
          {t('cookies.refuse')}
        </Button>
        <Button variant="default" disabled={isSaving} onClick={() => choose(purposes)}>
          {t('cookies.accept')}
        </Button>
      </div>
    </form>
  );
}

type PurposesProps = {
  purposes: readonly Purpose[];
  chosen: readonly Purpose[];
  isOff: boolean;
  onChange: (changed: { chosen: Purpose[] }) => void;
};

function Purposes({ purposes, chosen, isOff, onChange }: PurposesProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={classes.purposes} disabled={isOff}>
      <legend className={classes.legend}>{t('cookies.purposes')}</legend>
      {purposes.map((purpose) => (
        <Checkbox
          key={purpose}
          label={t(`cookies.purpose.${purpose}.title`)}
          description={t(`cookies.purpose.${purpose}.text`)}
          checked={chosen.includes(purpose)}
          onChange={({ currentTarget: { checked } }) =>
            onChange({ chosen: checked ? [...chosen, purpose] : chosen.filter((other) => other !== purpose) })
          }
        />
      ))}
    </fieldset>
  );
}

const textOf = (failure: unknown) => (hasCode(failure, 'conflict') ? 'cookies.outdated' : 'cookies.notSaved');

function useChoose(requested: ConsentRequested, onSaved?: () => void) {
  const save = useSaveConsent();
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);

  async function choose(accepted: readonly Purpose[]) {
    setSaving(true);
    setFailure(null);
    try {
      await save({ code: consentCodeOf(accepted), revision: requested.revision });
      onSaved?.();
    } catch (error) {
      reportFailure('SAVE_CONSENT', error);
      setFailure(error);
    }
    setSaving(false);
  }
  return { choose: (accepted: readonly Purpose[]) => void choose(accepted), isSaving, failure };
}
