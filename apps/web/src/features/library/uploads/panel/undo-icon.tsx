import { Icon } from '#/shared/ui/icons.tsx';

export const UndoIcon = () => (
  <Icon size={18}>
    <path d="M8.5 5.5 4.5 9.5l4 4" />
    <path d="M4.5 9.5h9a5 5 0 0 1 0 10H9" />
  </Icon>
);
