import { Button } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import forms from './form.module.css';
import { Select, type SelectProps } from './select.tsx';

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
  /** Where cancelling leads. */
  cancelTo: LinkProps['to'];
};

/** The buttons of a form on a page of its own. */
export function SaveActions({ save, isSaving, cancelTo }: SaveActionsProps) {
  const { t } = useTranslation();
  return (
    <div className={forms.actions}>
      <Button type="submit" loading={isSaving}>
        {save}
      </Button>
      <Button
        variant="default"
        disabled={isSaving}
        // Cancelling says already that what was typed may go.
        renderRoot={(props) => <Link to={cancelTo} ignoreBlocker {...props} />}
      >
        {t('address.cancel')}
      </Button>
    </div>
  );
}
