/** What a control is for, done by keys. */
export interface Work {
  /** Role or tag, and name, of the stop of Tab that it begins at. */
  at: string;
  /**
   * Keys one after the other; a text in quotes is typed, `see …` waits until that is shown, `to …` presses Tab until that
   * stop is reached.
   */
  keys: readonly string[];
  /** What the exhibit, or what it opened, shows then and did not before; after `no` the other way round. */
  then: string;
}

/** `exhibit / state` → what is done there, one after the other */
type Rows = Readonly<Record<string, readonly Work[]>>;

const work = (at: string, keys: readonly string[], then: string): Work => ({ at, keys, then });

/** Nothing of it can be operated. */
const STILL: readonly Work[] = [];

/** Chooses the second of what a field offers. */
const second = (at: string, sees: string, then: string) => [
  work(at, ['ArrowDown', `see ${sees}`, 'ArrowDown ArrowDown Enter'], then),
];
/** Every stop is reached; what it does is done in another of its states, leaves the page, asks for a file or is told to nobody here. */
const REACHED: readonly Work[] = [work('*', [], '')];

/** Takes out what a field has, and opens what it offers. */
const EMPTIED = ['Control+a Delete ArrowDown'];

/** Opens what a field offers, which says something instead. */
const opens = (at: string, then: string) => [work(at, ['ArrowDown'], then)];
/** Asks once more after a failure, which stands among what is offered. */
const asksAgain = (at: string, then: string, key = 'ArrowDown') => [
  work(at, [key, 'see The disk of the server is full', 'ArrowDown Enter'], then),
];
/** Presses a button. */
const presses = (at: string, then: string, key = 'Enter') => [work(at, [key], then)];
/** Types into a field, in place of what is there. */
const types = (at: string, text: string, then: string) => [work(at, ['Control+a', `"${text}"`], then)];
/** Chooses from a list without a field, by the beginning of a name. */
const picks = (at: string, name: string, then: string) => [
  work(at, ['Enter', `see ${name}`, `"${name.slice(0, 3).toLowerCase()}"`, 'Enter'], then),
];

const PICKERS: Rows = {
  'Entity picker / A hundred thousand': [
    work('combobox Pump', ['"pump 09999"', 'see Pump 099991', 'ArrowDown ArrowDown Enter'], 'Pump: Pump 099991'),
  ],
  'Entity picker / Loading': opens('combobox Pump', 'Loading'),
  'Entity picker / No matches': opens('combobox Pump', 'No matches'),
  'Entity picker / Failed, with another attempt': asksAgain('combobox Pump', 'option Pump 000001'),
  'Entity picker / Long names': second('combobox Pump', 'markup', 'Pump: Donaudampf'),
  'Entity picker / Chosen, required, with help': [
    work('combobox Pump *', [...EMPTIED, 'see Pump 000001', 'ArrowDown Enter'], 'Pump *: Pump 000000'),
  ],
  'Entity picker / Required, nothing chosen': [
    work('combobox Pump *', ['ArrowDown', 'see Pump 000001', 'ArrowDown Enter'], 'no Choose a pump'),
  ],
  'Entity picker / No longer there': [
    work('combobox Pump', [...EMPTIED, 'see Pump 000001', 'ArrowDown Enter'], 'Pump: Pump 000000'),
  ],
  'Entity picker / Disabled': STILL,
  'Entity picker / Devices of this server': [
    work(
      'combobox Device',
      ['"Greenhouse A"', 'see option Greenhouse A', 'see no option Boiler', 'ArrowDown Enter'],
      'Device: Greenhouse A',
    ),
  ],
  'Entity list / A hundred thousand': [
    work('combobox Pumps', ['ArrowDown', 'see Pump 000001', 'ArrowDown Enter'], 'Pump 000000'),
    ...presses('button Remove Pump 000007', 'no Pump 000007'),
  ],
  'Entity list / Loading': opens('combobox Pumps', 'Loading'),
  'Entity list / No matches': opens('combobox Pumps', 'No matches'),
  'Entity list / Failed, with another attempt': [
    work('combobox Pumps', ['ArrowDown', 'see The disk of the server is full', 'ArrowDown Enter'], 'Pump 000001'),
  ],
  'Entity list / Long names': presses('button Remove Pump 000007', 'no Pump 000007'),
  'Entity list / Required, nothing chosen': opens('combobox Pumps *', 'Pump 000001'),
  'Entity list / Disabled': STILL,
  'Entity type and type list / One kind': picks('combobox Kind', 'Asset', 'no Device'),
  'Entity type and type list / One kind, disabled': STILL,
  'Entity type and type list / Several kinds': [
    work('combobox Kinds *', ['"vie"', 'see no option Asset', 'ArrowDown Enter'], 'Remove Entity view'),
    ...presses('button Remove Device', 'no Remove Device'),
  ],
  'Subtype / Select, with all': [
    work(
      'combobox Asset type',
      ['"val"', 'see no option Boiler', 'see option Valve', 'ArrowDown Enter'],
      'Asset type: Valve',
    ),
  ],
  'Subtype / Select, of this server': opens('combobox Device type', 'climate'),
  'Subtype / Input: With suggestions': [
    work(
      'combobox Edge type *',
      ['"pum"', 'see option Pump station', 'see no option Boiler', 'ArrowDown ArrowDown Enter'],
      'Edge type *: Pump station',
    ),
  ],
  'Subtype / Input: Loading': opens('combobox Edge type *', 'Loading'),
  'Subtype / Input: Nothing in use': types('combobox Edge type *', 'own', 'Edge type *: own'),
  'Subtype / Input: Failed, with another attempt': asksAgain('combobox Edge type *', 'option Boiler'),
  'Subtype / Input: too long, and empty': types('combobox Entity view type *', 'own', 'no at most 255 characters'),
  'Subtype / List': [
    work('combobox Device type', ['"own"', 'Enter'], 'own'),
    work('combobox Device type', ['Backspace Backspace'], 'no Boiler'),
  ],
  'Text with suggestions / With suggestions': second('combobox Type', 'Boat', 'Type: Bo'),
  'Text with suggestions / Loading': opens('combobox Type', 'Loading'),
  'Text with suggestions / Nothing in use': types('combobox Type', 'own', 'Type: own'),
  'Text with suggestions / Failed, with another attempt': asksAgain('combobox Type', 'option Boiler'),
  'Text with suggestions / Wrong': opens('combobox Type', 'Pump station'),
  'Text with suggestions / Disabled': STILL,
  'Keys / With suggestions': [
    work(
      'combobox Telemetry keys',
      ['"valve"', 'see option Valve', 'see no option Boiler', 'ArrowDown Enter'],
      'Valve',
    ),
    work('combobox Telemetry keys', ['Backspace'], 'no Valve'),
  ],
  'Keys / Loading': opens('combobox Telemetry keys', 'Loading'),
  'Keys / Nothing in use': [work('combobox Telemetry keys', ['"own"', 'Enter'], 'own')],
  'Keys / Failed, with another attempt': asksAgain('combobox Telemetry keys', 'option Boiler'),
  'Keys / Several': [work('combobox Telemetry keys', ['Backspace'], 'no a key that is longer')],
  'Keys / Disabled': STILL,
  'Gateway / A hundred thousand': [
    work('combobox Gateway *', ['"pump 09999"', 'see Pump 099991', 'ArrowDown Enter'], 'Gateway *: Pump 099990'),
  ],
  'Gateway / Loading': opens('combobox Gateway *', 'Loading'),
  'Gateway / No matches': opens('combobox Gateway *', 'No gateway found'),
  'Gateway / Failed, with another attempt': asksAgain('combobox Gateway *', 'option Pump 000001'),
  'Gateway / Of this server': [
    // The question of whether it is to be made stays unanswered.
    work(
      'combobox Gateway',
      ['"Attic"', 'see Create the gateway “Attic”', 'ArrowDown Enter'],
      'Create the gateway “Attic”?',
    ),
  ],
  'Queue / With suggestions': [
    work('combobox Queue', ['"boi"', 'see no option Valve', 'see option Boiler', 'ArrowDown Enter'], 'Queue: Boiler'),
  ],
  'Queue / Loading': opens('combobox Queue', 'Loading'),
  'Queue / Nothing in use': opens('combobox Queue', 'No '),
  'Queue / Failed, with another attempt': asksAgain('combobox Queue', 'option Boiler'),
  'Queue / Of this server': opens('combobox Queue *', 'HighPriority'),
  'Relation type / Usual ones': second('combobox Relation type *', 'Manages', 'Relation type *: Manages'),
  'Relation type / With others in use': types('combobox Relation type *', 'own', 'Relation type *: own'),
  'Dashboard / A hundred thousand': [
    work('button Pump 000007', ['Enter', 'see option Pump 000001', 'Control+a', '"pump 09999"'], 'option Pump 099991'),
  ],
  'Dashboard / Loading': presses('button Pump 000007', 'Loading'),
  'Dashboard / No matches': presses('button Pump 000007', 'No matches'),
  'Dashboard / Failed, with another attempt': asksAgain('button Pump 000007', 'option Pump 000001', 'Enter'),
  'Dashboard / Long names': presses('button Pump 000007', 'option <b>markup</b> is text'),
  'Dashboard / On a phone': presses('button Switch to another dashboard: Pump 000007', 'Pump 000001'),
};

const CONTROLS: Rows = {
  'Text / Filled': types('input Name', 'Valve', 'input Name: Valve'),
  'Text / Required, with help': types('input Name *', 'Valve', 'input Name *: Valve'),
  'Text / Wrong': types('input Name *', 'Valve', 'input Name *: Valve'),
  'Text / Disabled': STILL,
  'Text / Several lines': [work('textarea Description', ['Control+End', 'Enter', '"Old"'], 'Loud.\nOld')],
  'Text / Password': [
    ...types('input Password', 'other words', 'input Password: other words'),
    ...presses('button Show password', 'Hide password', 'Space'),
  ],
  'Select / Chosen': picks('combobox Scope', 'Client attributes', 'no Server attributes'),
  'Select / Wrong': presses('combobox Scope', 'option Server attributes: selected'),
  'Select / Disabled': STILL,
  'Buttons / Copy': presses('button Copy Id', 'Copied'),
  'Buttons / File': REACHED,
  'Number / Filled': [...types('input Pressure, bar', '8.25', 'input Pressure, bar: 8.25')],
  'Number / Wrong': REACHED,
  'Number / Disabled': STILL,
  'Switch / On, with help': presses('switch Pump at night', 'switch Pump at night: off', 'Space'),
  'Switch / Off, wrong': REACHED,
  'Switch / Disabled': STILL,
  'Limits of a rate / Several': [
    ...types('input Count of limit 1 (Messages of a pump)', '50', 'limit 1 (Messages of a pump): 50'),
    ...presses('button Remove limit 2 (Messages of a pump)', 'no limit 2'),
    ...presses('button Add a limit (Messages of a pump)', 'limit 2'),
  ],
  'Limits of a rate / None': presses('button Add a limit (Messages of a hall)', 'Count of limit 1'),
  'Picture / Chosen': presses('button Remove the image', 'no Remove the image'),
  'Picture / None, with help': REACHED,
  'Picture / Wrong': REACHED,
  'Nothing, loading, failed / Nothing': STILL,
  'Nothing, loading, failed / Loading': STILL,
  ...Object.fromEntries(
    ['Offline', 'Server away', 'Too many requests', 'Forbidden', 'Gone', 'Failed', 'Not live'].map((failure) => [
      `Nothing, loading, failed / ${failure}`,
      presses('summary Technical detail', ': open', 'Space'),
    ]),
  ),
  'Nothing, loading, failed / Out of date': REACHED,
  'Values / Facts': STILL,
  'Values / Times': STILL,
  'Values / Line with a gap': STILL,
};

const VALUES: Rows = {
  'Value of any type / Text': types('textarea Value *', 'Valve', 'textarea Value *: Valve'),
  'Value of any type / Whole number': types('input Value *', '42', 'input Value *: 42'),
  'Value of any type / Number': types('input Value *', '-1.5', 'input Value *: -1.5'),
  'Value of any type / True or false': [
    work('combobox Type', ['Enter', 'see option Number', '"num"', 'Enter'], 'no input Value: on'),
    ...types('input Value *', '-1.5', 'input Value *: -1.5'),
  ],
  'Value of any type / JSON': [
    ...presses('button Full screen: Value', 'Edit JSON'),
    work('textbox Value', ['Control+a', '"[1]"', 'Escape'], '[1]'),
  ],
  'Value of any type / Wrong': types('input Value *', '42', 'input Value *: 42'),
  'Date and time / Filled': [work('input Since', ['0 3'], ': 2026-03-')],
  'Date and time / Required, empty': [
    work('input Since *', ['"03052026"', 'ArrowRight', '"0405PM"'], 'input Since *: 2026-03-05T16:05'),
  ],
  'Date and time / Disabled': STILL,
  'Pairs of texts / Filled': [
    ...types('input Key, line 1', 'model', 'Key, line 1: model'),
    ...presses('button Remove line 2', 'no Key, line 2'),
    ...presses('button Metadata: Add a line', 'Key, line 2'),
  ],
  'Pairs of texts / Empty': presses('button Headers: Add a line', 'Key, line 1'),
  'Pairs of texts / Wrong': types('input Value, line 1', 'pump', 'Value, line 1: pump'),
  'Pairs of texts / Disabled': STILL,
  'Bundles, entities and message types / Bundle: all': picks('combobox Bundle', 'Charts', 'Charts'),
  'Bundles, entities and message types / Bundle: system': presses('combobox Bundle', 'option Charts'),
  'Bundles, entities and message types / Bundle: tenant': presses('combobox Bundle', 'option Pumps'),
  'Bundles, entities and message types / Bundle: none': REACHED,
  'Bundles, entities and message types / Entity with its kind': [
    work('combobox Entity: kind', ['Enter', 'see Customer', '"cus"', 'Enter'], 'no Device'),
    ...opens('combobox Entity *', 'Nordfisk'),
  ],
  'Bundles, entities and message types / Whoever looks': [
    work('combobox Entity: kind', ['Enter', 'see Customer', '"dev"', 'Enter'], 'no Current user'),
  ],
  'Bundles, entities and message types / Message type': types('combobox Message type *', 'OWN', 'Message type *: OWN'),
  'Contact and packages / Contact': [
    ...types('input E-mail', 'crew@signalbox.local', 'E-mail: crew@signalbox.local'),
    work(
      'combobox Country',
      [...EMPTIED, '"norw"', 'see option Norway', 'see no option Albania', 'ArrowDown Enter'],
      'Country: Norway',
    ),
  ],
  'Contact and packages / Contact, wrong': types(
    'input E-mail',
    'crew@signalbox.local',
    'E-mail: crew@signalbox.local',
  ),
  'Contact and packages / Packages': opens('combobox Firmware', 'There is no firmware'),
  'Contact and packages / Packages, required': opens('combobox Software *', 'There is no software'),
  'Contact and packages / Packages, only read': STILL,
};

const PAGES: Rows = {
  'Tree of groups / One of them is chosen': [
    work('treeitem All pumps', ['ArrowRight ArrowDown Enter'], 'treeitem Pump south: selected'),
  ],
  'Tree of groups / With a search': [
    work('searchbox Search the groups', ['"north"', 'see no Halls', 'Escape'], 'no Pump south'),
  ],
  'LED light / On': STILL,
  'LED light / Off': STILL,
  'Floating button / With two actions': [
    work('button Add pumps', ['Enter', 'to button Import pumps', 'Enter'], 'Pumps were imported'),
  ],
  'Floating button / While something is loading': STILL,
  'Dialogs and toasts / Questions': [
    ...presses('button Message', 'The pump is off'),
    ...presses('button Question', 'Delete the pump?'),
  ],
  'Dialogs and toasts / JSON': [
    work(
      'button Edit the limits',
      ['Enter', 'to textbox JSON', 'Control+a', '"[7]"', 'Escape', 'to button Save', 'Enter'],
      '[7]',
    ),
  ],
  'Dialogs and toasts / Toasts': presses('button warn', 'of the kind warn'),
  'Help, links and words / Help': presses('button Help: the node', 'Writes a text about each message'),
  'Help, links and words / Link to tell others': presses('button Copy the link', 'Copied'),
  'Help, links and words / Link of this machine only': REACHED,
  'Help, links and words / What was typed stands out': STILL,
  'Help, links and words / Foot of a page': STILL,
};

const FRAME: Rows = {
  'Key filters / None': presses('button Add a condition', 'button Remove condition 1'),
  'Key filters / One of two, one dynamic': [
    work('combobox Which of them', ['Enter ArrowUp Enter'], 'All'),
    ...presses('button Remove comparison 2', 'no Remove comparison 2'),
    ...presses('button Add a comparison', 'Remove comparison 2'),
  ],
  'Key filters / Wrong': types('input Value', 'Pump', 'no Enter a value'),
  'Popover / By hover': REACHED,
  'Popover / By focus': REACHED,
  'Popover / By click': presses('button Pump by click', 'Open the pump'),
  'Popover / With nothing to say': presses('button Nothing to say', 'button Nothing to say: pressed'),
  'Crumbs and the menu of the user / One crumb': STILL,
  'Crumbs and the menu of the user / Crumbs, with a long one': REACHED,
  'Crumbs and the menu of the user / Menu of the user': presses('button User menu', 'Sign out'),
  'Crumbs and the menu of the user / Menu of the user, with the keys': presses('button User menu', 'Keyboard'),
};
const TOOLBARS: Rows = {
  'Toolbars / Of the console': presses('button User menu', 'Sign out'),
  'Toolbars / Of the console, its menu hidden': presses('button User menu', 'Sign out'),
  'Toolbars / Of a list': REACHED,
  'Toolbars / Of a list that is loading': REACHED,
  'Toolbars / Of a dashboard': [
    ...presses('button Time window: Last minute · average 1 s', 'tab Realtime'),
    ...presses('button Pump: …', 'button Pump: …: expanded'),
    ...presses('button Filters', 'button Filters: expanded'),
    ...presses('button Picture and PDF', 'Save as a picture or PDF'),
  ],
  'Toolbars / Of a dashboard, with its title and below a state': REACHED,
  'Toolbars / Of a dashboard that is only looked at': [
    ...presses('button Time window: Last minute · average 1 s', 'tab Realtime'),
  ],
  'Toolbars / Of a dashboard, states to choose from': presses('button Pumps', 'button Pumps: expanded'),
  'Toolbars / Of a dashboard, closed': presses('button Show the dashboard tools', 'Hide the dashboard tools'),
  'Toolbars / Of a dashboard in a dialog': REACHED,
  'Toolbars / Of a dashboard that fills the window': REACHED,
  'Toolbars / Of a dashboard that is edited': [
    ...types('input Title of the dashboard', 'Halls', 'Title of the dashboard: Halls'),
    ...presses('button States', 'button States: pressed'),
  ],
  'Toolbars / Of a dashboard that is edited, changed': REACHED,
  'Toolbars / Of a dashboard that is edited, without a title': types(
    'input Title of the dashboard',
    'Halls',
    'Title of the dashboard: Halls',
  ),
  'Toolbars / Of a dashboard that is being saved': REACHED,
};

const SOURCES: Rows = {
  'Aliases / Dialogs': [
    ...presses('button Aliases', 'Inside the plant'),
    ...presses('button New alias', 'input Name'),
    ...presses('button Filters', 'Hot'),
  ],
  'Data of a widget / Time series': [
    ...presses('button Move temperature', 'Move one place'),
    ...presses('button Remove humidity', 'no Remove humidity'),
    ...presses('button Add a datasource', 'Datasource 3'),
  ],
  'Data of a widget / Latest values, wrong': picks('combobox Type', 'Function', 'Function'),
  'Data of a widget / Latest values, empty': presses('button Add a datasource', 'combobox Type'),
  'Data of a widget / Control': opens('combobox Target device *', 'option Pumps'),
  'Data of a widget / Alarms': presses('button Critical', 'button Critical: pressed', 'Space'),
};

const TIMES: Rows = {
  'History player / At the start': [
    work('input Time', ['ArrowRight'], 'input Time: 1'),
    ...presses('button To the end', 'input Time: 59'),
    work('combobox Speed', ['Enter', 'see option 25×', 'End Enter'], 'no 1×'),
  ],
  'History player / At the end, with anchors': presses('button A step back', 'input Time: 40'),
  'History player / Without values': REACHED,
  'Time window / Live': [
    work('tab Realtime', ['ArrowRight Space'], 'Yesterday'),
    work('combobox Average', ['Enter', 'see option None', 'End Enter'], 'no combobox Average'),
  ],
  'Time window / By the calendar': picks('combobox Calendar month', 'Calendar quarter', 'no Calendar month'),
  'Time window / While a dashboard is edited': presses('input Hide: Time zone', 'Hide: Time zone: on', 'Space'),
  'Time window / Hidden from viewers': [work('tab Realtime', ['ArrowRight Space'], 'Yesterday')],
  'Time window / Raw values, history only': [
    work('input Maximum values per series', ['ArrowRight'], 'Maximum values per series: 101'),
  ],
  'Time window / Button': presses('button Time window: Last 12 hours · average 5 min', 'tab Realtime'),
  'Time window / Button of a widget, 280 px wide': presses('button Time window: Last 12 hours', 'tab Realtime'),
  'Time window / Button of a widget, 140 px wide': presses('button Time window: Last 12 hours', 'tab Realtime'),
  'Time window / Button that is fixed': REACHED,
  'Lengths, periods and zones / Usual length': picks('combobox 300 s', '600 s', '600 s'),
  'Lengths, periods and zones / Length in parts': types('input Length: Days', '2', 'Length: Days: 2'),
  'Lengths, periods and zones / Wrong length': REACHED,
  'Lengths, periods and zones / Period': [work('input From', ['0 3'], 'From: 2026-03-')],
  'Lengths, periods and zones / Wrong period': [work('input From', ['0 3'], 'From: 2026-03-')],
  'Lengths, periods and zones / Number of values': [
    work('input Maximum values per series', ['ArrowRight'], 'series: 201'),
  ],
  'Lengths, periods and zones / Zone of the browser': [
    work(
      'combobox Time zone',
      [...EMPTIED, '"oslo"', 'see option Europe/Oslo', 'ArrowDown Enter'],
      'Time zone: Europe/Oslo',
    ),
  ],
  'Lengths, periods and zones / Chosen zone': [
    work(
      'combobox Time zone',
      [...EMPTIED, '"oslo"', 'see option Europe/Oslo', 'ArrowDown Enter'],
      'zone: Europe/Oslo',
    ),
  ],
  'Lengths, periods and zones / Disabled zone': STILL,
};

const COLOUR = 'button Choose a colour: Line colour';
const ICON = 'button Choose an icon: Icon of the title';
const EDITORS: Rows = {
  'Colour / Opaque': [
    work(
      COLOUR,
      ['Enter', 'see button Select', 'to button transparent', 'Enter', 'to button Select', 'Enter'],
      'transparent',
    ),
  ],
  'Colour / Shines through': presses(COLOUR, 'button Select'),
  'Colour / Named': types('input Line colour', '#ff0000', 'input Line colour: #ff0000'),
  'Colour / None': types('input Line colour', '#ff0000', 'input Line colour: #ff0000'),
  'Colour / None, with what counts then': types('input Line colour', '#ff0000', 'input Line colour: #ff0000'),
  'Colour / Wrong': types('input Line colour', 'blue', 'input Line colour: blue'),
  'Colour / Required': presses(COLOUR, 'button Select'),
  'Colour / Disabled': STILL,
  'Icon / Chosen': [work(ICON, ['Enter', 'see 46 icons', 'to button home', 'Enter'], 'input Icon of the title: home')],
  'Icon / None': types('input Icon of the title', 'bolt', 'input Icon of the title: bolt'),
  'Icon / Unknown': types('input Icon of the title', 'bolt', 'input Icon of the title: bolt'),
  'Icon / Required, with help': presses(ICON, '46 icons'),
  'Icon / Disabled': STILL,
  'Code / Function with its parameters': [
    ...presses('button Full screen: Text of a value', 'Leave full screen'),
    work('textbox Text of a value', ['Control+a', '"7777"', 'Escape'], '7777'),
  ],
  'Code / Function, wrong': [work('textbox Text', ['Control+a', '"7777"', 'Escape'], '7777')],
  'Code / html': presses('button Tidy: html', 'no </b><p>'),
  'Code / css': presses('button Tidy: css', 'b {'),
  'Code / markdown': [work('textbox markdown', ['Control+a', '"7777"', 'Escape'], '7777')],
  'Code / json': presses('button Tidy: json', '"a": 1'),
  'Code / Protobuf': [work('textbox Schema of the telemetry', ['Control+a', '"7777"', 'Escape'], '7777')],
  'Code / Only read': presses('button Full screen: Card', 'Leave full screen'),
  'Code / JSON object': presses('button Minify: Style of the title', '{"fontSize":"16px","fontWeight":400}'),
  'Code / JSON object, required': presses('button Minify: Style of the value', '{"fontSize":"16px"}'),
};

const FORMS: Rows = {
  'Form of settings / Filled': [
    ...presses('button Full screen', 'Leave full screen'),
    ...presses('switch Smooth lines', 'switch Smooth lines: off', 'Space'),
    ...picks('combobox Kind', 'Bar', 'Bar'),
    ...presses('button Remove: Level 2', 'no Remove: Level 2'),
  ],
  'Form of settings / Checked, with what is wrong': types('input Name *', 'Pumps', 'input Name *: Pumps'),
  'Form of settings / Only read': REACHED,
  'Settings of a widget / Time series': [
    ...types('input Title', 'Pumps', 'input Title: Pumps'),
    ...presses('button Legend', 'button Legend: expanded'),
  ],
  'Settings of a widget / Static, new': types('input Title', 'Pumps', 'input Title: Pumps'),
  'Actions of a widget / Some': [
    ...presses('button Edit Help', 'Edit the action'),
    ...presses('button Remove Open the pump', 'no Remove Open the pump'),
  ],
};

/** What is done by keys in each state of each control that the gallery shows. */
export const EXHIBITS: Rows = {
  ...{ ...PICKERS, ...CONTROLS, ...VALUES, ...PAGES, ...FRAME, ...TOOLBARS },
  ...{ ...SOURCES, ...TIMES, ...EDITORS, ...FORMS },
};
