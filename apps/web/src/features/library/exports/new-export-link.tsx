import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

/** Leads to the photos, with the dialog for a new export open [EXP-15]. */
export function NewExportLink({ isQuiet = false }: { isQuiet?: boolean }) {
  const { t } = useTranslation();
  const search = { export: true } as const;
  return (
    <Button
      variant={isQuiet ? 'default' : 'filled'}
      renderRoot={(props) => <Link to="/my-photos/photos" search={search} {...props} />}
    >
      {t('export.createNew')}
    </Button>
  );
}
