import { X } from 'lucide-react';
import { Cap, KeyButton } from '../../../domain/keys/KeyButton.tsx';

/** The button that leaves the desk. A narrow header shows only the icon. */
export function LeaveKey({ onPress }: { onPress: () => void }) {
  return (
    <KeyButton className="leave" cap={<Cap>Esc</Cap>} shortcut="Escape" onPress={onPress}>
      <span>Leave</span>
      <X aria-hidden className="touch" />
    </KeyButton>
  );
}
