/** Ids of the actions. */
const IDS = {
  device: {
    add: '10a2f7db-2552-48ce-a330-0e43d01ee546',
    edit: '36959992-2489-41b2-86e2-91a9bdf2b83e',
    delete: 'e860c874-f3d4-467d-8f06-98dbfa4371b3',
  },
  asset: {
    add: '471aa320-0040-4b76-bd76-fae6a54e1289',
    edit: '3f2de82b-8b82-4b46-b795-0395319c0158',
    delete: '82469226-8eb0-4cd6-a01a-129128569db3',
  },
} as const;

/** A form in a dialog: name, label, and what else an entity of the kind needs. */
function dialogHtml(title: string, kind: string): string {
  return [
    '<form [formGroup]="form" (ngSubmit)="save()" style="min-width: 320px;">',
    `  <h2 mat-dialog-title>${title}</h2>`,
    '  <div mat-dialog-content fxLayout="column">',
    '    <mat-form-field><mat-label>Name</mat-label><input matInput formControlName="name" required></mat-form-field>',
    `    <mat-form-field><mat-label>${kind}</mat-label><input matInput formControlName="type" required></mat-form-field>`,
    '    <mat-form-field><mat-label>Label</mat-label><input matInput formControlName="label"></mat-form-field>',
    '  </div>',
    '  <div mat-dialog-actions fxLayoutAlign="end">',
    '    <button mat-button type="button" (click)="cancel()">Cancel</button>',
    '    <button mat-button type="submit" color="primary" [disabled]="form.invalid || !form.dirty">Save</button>',
    '  </div>',
    '</form>',
  ].join('\n');
}

interface AdminKind {
  /** As texts and members of services name one. */
  noun: 'device' | 'asset';
}

/** The function of the dialog, for a new entity or for the one in the row. */
function dialogFunction({ noun }: AdminKind, isNew: boolean): string {
  const service = `widgetContext.${noun}Service`;
  const get = `get${noun === 'device' ? 'Device' : 'Asset'}`;
  const save = `save${noun === 'device' ? 'Device' : 'Asset'}`;
  const open = [
    'function open(entity) {',
    '  widgetContext.customDialog.customDialog(htmlTemplate, function(dialog) {',
    '    dialog.form = dialog.fb.group({',
    '      name: [entity.name, [dialog.validators.required]],',
    '      type: [entity.type, [dialog.validators.required]],',
    '      label: [entity.label]',
    '    });',
    '    dialog.cancel = function() { dialog.dialogRef.close(null); };',
    '    dialog.save = function() {',
    `      ${service}.${save}(Object.assign({}, entity, dialog.form.value)).subscribe(function() {`,
    '        dialog.dialogRef.close(null);',
    '        widgetContext.updateAliases();',
    '      });',
    '    };',
    '  }).subscribe();',
    '}',
  ];
  const call = isNew
    ? "open({ name: '', type: 'default', label: '' });"
    : `${service}.${get}(entityId.id).subscribe(open);`;
  return [...open, call].join('\n');
}

/** What tables of entities that are administered start with (widgets.md §4.8). */
export function adminActions(kind: AdminKind): Record<string, Record<string, unknown>[]> {
  const { noun } = kind;
  const article = noun === 'asset' ? 'an' : 'a';
  const typeTitle = noun === 'device' ? 'Device profile' : 'Asset type';
  const remove = `delete${noun === 'device' ? 'Device' : 'Asset'}`;
  return {
    headerButton: [
      {
        id: IDS[noun].add,
        name: `Add ${noun}`,
        icon: 'add',
        type: 'customPretty',
        customHtml: dialogHtml(`Add ${article} ${noun}`, typeTitle),
        customCss: '',
        customFunction: dialogFunction(kind, true),
        customResources: [],
      },
    ],
    actionCellButton: [
      {
        id: IDS[noun].edit,
        name: `Edit ${noun}`,
        icon: 'edit',
        type: 'customPretty',
        customHtml: dialogHtml(`Edit the ${noun}`, typeTitle),
        customCss: '',
        customFunction: dialogFunction(kind, false),
        customResources: [],
      },
      {
        id: IDS[noun].delete,
        name: `Delete ${noun}`,
        icon: 'delete',
        type: 'custom',
        customFunction: [
          `var question = 'Delete the ${noun} "' + entityName + '"?';`,
          `var text = 'Everything that is stored about it goes with it and cannot be brought back.';`,
          'widgetContext.dialogs.confirm(question, text).subscribe(function(isConfirmed) {',
          '  if (!isConfirmed) return;',
          `  widgetContext.${noun}Service.${remove}(entityId.id).subscribe(function() {`,
          '    widgetContext.updateAliases();',
          '  });',
          '});',
        ].join('\n'),
      },
    ],
  };
}
