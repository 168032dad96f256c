import { IdCard } from 'lucide-react';
import { goTo } from '../lib/address.ts';
import { Button } from '../ui/Button.tsx';
import { useWords } from '../words/use-words.ts';

export function CardButton({ className = '' }: { className?: string }) {
  const say = useWords();
  return (
    <Button kind="text" className={className} onClick={() => goTo('/card')}>
      <IdCard aria-hidden className="icon-small" />
      {say('card.show')}
    </Button>
  );
}
