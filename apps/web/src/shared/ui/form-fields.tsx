import { Button } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import forms from './form.module.css';
import { Select, type SelectProps } from './select.tsx';
import { useWayBack } from './way-back.ts';

/** Order of the parts of a text field whose help stands below it. */
export const HELP_BELOW: ('label' | 'input' | 'error' | 'description')[] = [
  'label',
  'input',
  'error',
  'description',
];

type SelectFieldProps<Value extends string> = SelectProps<Value> & { help?: ReactNode };

/** A select below its label. */
export function SelectField<Value extends string>({ help, ...select }: SelectFieldProps<Value>) {
  return (
    <div className={forms.field}>
      <span className={forms.label} aria-hidden="true">
        {select.label}
      </span>
      <Select {...select} />
      {help}
    </div>
  );
}

type SaveActionsProps = {
  /** Label of the submit button. */
  save: string;
  isSaving: boolean;
  /** Where cancelling leads: back, if the customer came from there. */
  cancelTo: NonNullable<LinkProps['to']>;
};

/** The buttons of a form on a page of its own. */
export function SaveActions({ save, isSaving, cancelTo }: SaveActionsProps) {
  const { t } = useTranslation();
  const goBackTo = useWayBack();
  return (
    <div className={forms.actions}>
      <Button type="submit" loading={isSaving}>
        {save}
      </Button>
      <Button
        variant="default"
        disabled={isSaving}
        renderRoot={(props) => <Link to={cancelTo} {...props} />}
        onClick={(event) => {
          event.preventDefault();
          void goBackTo(cancelTo);
        }}
      >
        {t('address.cancel')}
      </Button>
    </div>
  );
}
