import { X } from 'lucide-react';
import { Cap, KeyButton } from '../../../domain/keys/KeyButton.tsx';

export function LeaveKey({ onPress }: { onPress: () => void }) {
  return (
    <KeyButton className="leave" cap={<Cap>Esc</Cap>} shortcut="Escape" onPress={onPress}>
      <span>Leave</span>
      <X aria-hidden className="touch" />
    </KeyButton>
  );
}
