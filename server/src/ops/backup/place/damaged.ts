import { CannotStart } from '../../../db/cannot-start.ts';

export class BackupDamaged extends CannotStart {
  constructor(name: string, options?: ErrorOptions) {
    super(
      `The backup is damaged: ${name} is missing or has changed. Nothing was restored. Use another backup`,
      options,
    );
  }
}
