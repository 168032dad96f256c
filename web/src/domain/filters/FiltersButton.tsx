import { useQuery } from '@tanstack/react-query';
import { ListFilter } from 'lucide-react';
import { Button } from '../../ui/button/Button.tsx';
import { viewsQuery } from './views-query.ts';

export function FiltersButton(props: { isOpen: boolean; onToggle: () => void }) {
  const { isOpen, onToggle } = props;
  if (!useQuery(viewsQuery).isSuccess) return null;
  return (
    <Button id="filters" aria-expanded={isOpen} onClick={onToggle}>
      <ListFilter aria-hidden /> Filters
    </Button>
  );
}
