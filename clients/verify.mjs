// @ts-check
// Verifies a game of Kibitz offline: its deals follow from the players' seeds, its cards from the deals.
//
//     node verify.mjs FILE [--seed HEX --player ID]
//
// FILE is a game from `kibitz game export` or *Save the game* in a replay, or `-` for standard input. With a seed, the
// program also answers whether the game used it. The exit status is 0 if all is right, 1 if something is wrong, 2 if
// the file cannot be read, and 3 if all is right that can be checked. docs/deal-v1.md specifies the file and each
// check; verify.py is the same program in Python. Browsers import this one as a module.

/**
 * @typedef {{ player: string, commitment: string | null, seed: string | null }} Seat
 * @typedef {'right' | 'wrong' | 'sealed' | 'committed'} Verdict `committed`: it is only known to match its commitment
 * @typedef {{ number: number, commitment: string, verdict: Verdict, reason: string }} Shuffle
 * @typedef {{ version: number | null, reason: string }} Finding
 * @typedef {{ used: boolean | null, reason: string }} UseOfSeed `used` is null before the start
 * @typedef {{
 *   status: 0 | 1 | 2 | 3, game: string | null, fingerprint: string | null, shuffles: Shuffle[], findings: Finding[],
 *   seats: { seat: number, player: string, committed: boolean, opened: boolean }[], unchecked: string[],
 *   seed: UseOfSeed | null,
 * }} Report `status` is the exit status, `findings` what is wrong, `unchecked` what cannot be checked
 * @typedef {[shuffle: number, card: string | null]} Place a place in a deck; the card is null if it is not known
 */

// SHA-256 (FIPS 180-4): pages on plain HTTP have no WebCrypto.

const PRIMES = [...Array(312).keys()].filter((n) => n > 1 && ![...Array(n).keys()].some((d) => d > 1 && n % d === 0));
/** Return the first 32 bits of a fraction. @param {number} x */
const fractionBits = (x) => Math.floor((x % 1) * 2 ** 32);
const INITIAL_HASH = PRIMES.slice(0, 8).map((prime) => fractionBits(Math.sqrt(prime)));
const ROUND_CONSTANTS = PRIMES.map((prime) => fractionBits(Math.cbrt(prime)));
/** Rotate 32 bits to the right. @param {number} x @param {number} n */
const rotate = (x, n) => (x >>> n) | (x << (32 - n));

/** Return SHA-256 over bytes. @param {Uint8Array} bytes */
export function sha256(bytes) {
  const message = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  message.set(bytes);
  message[bytes.length] = 0x80;
  const view = new DataView(message.buffer);
  view.setBigUint64(message.length - 8, BigInt(bytes.length) * 8n);
  const hash = Uint32Array.from(INITIAL_HASH), w = new Uint32Array(64);
  for (let block = 0; block < message.length; block += 64) {
    for (let t = 0; t < 16; t++) w[t] = view.getUint32(block + 4 * t);
    for (let t = 16; t < 64; t++) {
      const s0 = rotate(w[t - 15], 7) ^ rotate(w[t - 15], 18) ^ (w[t - 15] >>> 3);
      const s1 = rotate(w[t - 2], 17) ^ rotate(w[t - 2], 19) ^ (w[t - 2] >>> 10);
      w[t] = w[t - 16] + s0 + w[t - 7] + s1;
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let t = 0; t < 64; t++) {
      const choice = (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) + ((e & f) ^ (~e & g));
      const majority = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      const sum = h + choice + ROUND_CONSTANTS[t] + w[t];
      [a, b, c, d, e, f, g, h] = [(sum + majority) | 0, a, b, c, (d + sum) | 0, e, f, g];
    }
    for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) hash[i] += word;
  }
  const result = new DataView(new ArrayBuffer(32));
  hash.forEach((word, i) => result.setUint32(4 * i, word));
  return new Uint8Array(result.buffer);
}

/** Return bytes in hexadecimal. @param {Uint8Array} bytes */
export const hex = (bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
/** Return the bytes of a hexadecimal text. @param {string} text */
const unhex = (text) => (text.match(/../g) ?? []).map((byte) => parseInt(byte, 16));
/** Return the bytes of a text in UTF-8. @param {string} text */
const utf8 = (text) => new TextEncoder().encode(text);
/** Return SHA-256 over a text. @param {string} text */
const digest = (text) => hex(sha256(utf8(text)));

/** Return HMAC-SHA-256; a key has at most 64 bytes. @param {ArrayLike<number>} key @param {Iterable<number>} message */
function hmac(key, message) {
  const block = new Uint8Array(64);
  block.set(key);
  const inner = sha256(Uint8Array.from([...block.map((byte) => byte ^ 0x36), ...message]));
  return sha256(Uint8Array.from([...block.map((byte) => byte ^ 0x5c), ...inner]));
}

// The formulas of deal/v1. Hashes, links and seeds are texts in hexadecimal.

const LINKS = 256;
const DECK = [...[...'HCSD'].flatMap((suit) => [...'A23456789TJQK'].map((rank) => rank + suit)), 'JOKER'];

/** Return the commitment to a player's seed. @param {string} deal @param {string} player @param {string} seed */
export const seedCommitment = (deal, player, seed) => digest(`deal/v1 seed ${deal} ${player} ${seed}`);

/** Return the text that decides all deals besides the links. @param {string} deal @param {readonly Seat[]} seats */
export function transcript(deal, seats) {
  const parts = seats.map(({ player, commitment, seed }) => `${player} ${commitment ?? '-'} ${seed ?? '-'}`);
  return [`deal/v1 ${deal}`, ...parts.map((part, number) => `${number} ${part}`), ''].join('\n');
}

/** Return the hash of the transcript. @param {string} deal @param {readonly Seat[]} seats */
export const fingerprint = (deal, seats) => digest(transcript(deal, seats));

/** Return the hash of the transcript without the seeds. @param {string} deal @param {readonly Seat[]} seats */
export const roll = (deal, seats) => fingerprint(deal, seats.map((seat) => ({ ...seat, seed: null })));

/**
 * Return the order of a shuffle: HKDF gives the index of a permutation of the sorted deck.
 * @param {string} fingerprint @param {string} link @param {number} number @param {readonly string[]} deck
 */
export function shuffledOrder(fingerprint, link, number, deck) {
  const key = hmac(unhex(fingerprint), unhex(link));
  const info = utf8(`deal/v1 shuffle ${number}`);
  const first = hmac(key, [...info, 1]);
  let index = BigInt(`0x${hex(first)}${hex(hmac(key, [...first, ...info, 2]))}`);
  const order = [...deck].sort((one, other) => DECK.indexOf(one) - DECK.indexOf(other));
  for (let last = order.length - 1; last > 0; last--) {
    const chosen = Number(index % BigInt(last + 1));
    index /= BigInt(last + 1);
    [order[last], order[chosen]] = [order[chosen], order[last]];
  }
  return order;
}

// The file. The JSON of a field that is read must match the pattern of its name.

const FORMAT = 'kibitz/game/v1', MAX_BYTES = 64_000_000, MAX_BRACKETS = 200;
const CARD = '"(JOKER|[A2-9TJQK][HCSD])"', COUNT = '[0-9]{1,9}', HASH = '"[0-9a-f]{64}"', NAME = '"[!#-\\[\\]-~]+"';
const OBJECT = '\\{[\\s\\S]*\\}', TEXT = '"[\\s\\S]*"';
/** Return the pattern of a list. @param {string} item */
const listOf = (item) => `\\[(${item}(,${item}){0,99})?\\]`;
const NAMES = {
  [COUNT]: 'dealer first_dealer rules_version seat shuffle stock version',
  [HASH]: 'commitment roll salt seed',
  [`null|${HASH}`]: 'deal fingerprint link',
  [CARD]: 'card',
  [listOf(CARD)]: 'order',
  [`null|${listOf(CARD)}`]: 'open.cards',
  [listOf(COUNT)]: 'hands',
  [NAME]: 'player variant',
  [listOf(NAME)]: 'players',
  [OBJECT]: 'event options',
  [`null|${OBJECT}`]: 'open',
  [TEXT]: 'type',
  '[0-9]{1,16}': 'at',
  '"(mid_deal|before_deal)"': 'reshuffle',
  '"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"': 'game',
  '"[0-9]{4}(-[0-9]{2}){2}T[0-9]{2}(:[0-9]{2}){2}([.][0-9]{1,6})?Z"': 'until',
};
const PATTERNS = Object.fromEntries(
  Object.entries(NAMES).flatMap(([pattern, names]) => names.split(' ').map((name) => [name, `^(${pattern})$`])),
);

/** The file is no game in this format. */
class Unreadable extends Error {}

/** An object in a line of the file, whose fields are checked when they are read. */
class Fields {
  /** @param {number} line @param {Record<string, any>} fields */
  constructor(line, fields) {
    this.line = line;
    this.fields = fields;
  }

  /** Return a field, null where it may be missing; throws Unreadable. @param {string} name @returns {any} */
  get(name) {
    const json = JSON.stringify(this.fields[name] ?? null);
    if (!RegExp(PATTERNS[name]).test(json)) throw new Unreadable(`line ${this.line}: ${name} is missing or malformed`);
    return json === 'null' ? null : this.fields[name];
  }
}

/** Return the events, with `at`, `game` and `version`, and `open.FIELD` for fields in `open`. @param {string} text */
function read(text) {
  if (text.length > MAX_BYTES) throw new Unreadable('the file has more than 64 MB');
  /** @type {Fields[]} */
  const events = [];
  for (const [index, line] of text.replace(/\n$/, '').split('\n').entries()) {
    const number = index + 1;
    const entry = parsed(line, number);
    if (number === 1 && entry.fields.format !== FORMAT) throw new Unreadable(`line 1: the format is not ${FORMAT}`);
    if (number === 1 || !('event' in entry.fields || 'version' in entry.fields)) continue;
    const pairs = Object.entries(entry.get('open') ?? {}).filter(([, pair]) => Array.isArray(pair));
    const opened = Object.fromEntries(pairs.map(([name, pair]) => [`open.${name}`, pair[1]]));
    const [at, game, version] = [entry.get('at'), entry.get('game'), entry.get('version')];
    events.push(new Fields(number, { ...entry.get('event'), ...opened, at, game, version }));
    if (game !== events[0].get('game') || version !== events.length) {
      throw new Unreadable(`line ${number}: version ${events.length} of the game is due here`);
    }
  }
  if (events[0]?.get('type') !== 'GameCreated') throw new Unreadable('line 2: a game begins with GameCreated');
  return events;
}

/** @param {string} line @param {number} number */
function parsed(line, number) {
  let entry = null;
  try {
    if ((line.match(/[[{]/g) ?? []).length <= MAX_BRACKETS) entry = JSON.parse(line);
  } catch {
    throw new Unreadable(`line ${number}: this is not JSON, or it is cut`);
  }
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) {
    throw new Unreadable(`line ${number}: this is no object, or it has too many parts`);
  }
  return new Fields(number, entry);
}

// The checks.

/** The steps of deal/v1: seats, seeds, the start, shuffles and reveals. */
class Deals {
  version = 0;
  findings = /** @type {Finding[]} */ ([]);
  unchecked = /** @type {string[]} */ ([]);
  seats = /** @type {Seat[]} */ ([]);
  until = /** @type {string | null} */ (null);
  fingerprint = /** @type {string | null} */ (null);
  isStarted = false;
  isOver = false;
  shuffles = /** @type {Map<number, Shuffle>} */ (new Map());
  orders = /** @type {Map<number, string[]>} */ (new Map());

  /** @param {Fields} created */
  constructor(created) {
    this.deal = /** @type {string | null} */ (created.get('deal'));
    this.links = new Map([[0, this.deal]]);
  }

  /**
   * Note the reason unless a condition holds, also for the shuffle concerned; return the condition.
   * @param {boolean} isRight @param {string} reason @param {number} [number] that of the shuffle
   */
  require(isRight, reason, number = -1) {
    if (isRight) return true;
    this.findings.push({ version: this.version, reason });
    const shuffle = this.shuffles.get(number);
    if (shuffle && shuffle.verdict !== 'wrong') Object.assign(shuffle, { verdict: 'wrong', reason });
    return false;
  }

  /** Check the next step. @param {Fields} event */
  take(event) {
    const { seats } = this, kind = event.get('type');
    const isClosed = this.until !== null || this.isStarted;
    if (['PlayerJoined', 'PlayerLeft', 'SeedCommitted', 'SeatsClosed'].includes(kind)) {
      this.require(!isClosed, `${kind} comes after the seats have closed`);
    }
    let number = 0, player = '';
    if (['PlayerJoined', 'PlayerLeft', 'SeedCommitted', 'SeedRevealed'].includes(kind)) {
      [number, player] = [event.get('seat'), event.get('player')];
      const isTheirs = seats[number]?.player === player;
      if (kind !== 'PlayerJoined' && !this.require(isTheirs, `seat ${number} is not that of ${player}`)) return;
    }
    if (kind === 'GameCreated') {
      this.require(event.get('version') === 1, 'the game is created again');
    } else if (kind === 'PlayerJoined') {
      const isNext = number === seats.length && seats.every((seat) => seat.player !== player);
      this.require(isNext, `${player} has a seat, or takes one that is not the next`);
      seats.push({ player, commitment: null, seed: null });
    } else if (kind === 'PlayerLeft') {
      seats.splice(number, 1);
    } else if (kind === 'SeedCommitted' && !isClosed) {
      this.require(this.deal !== null, 'the game takes no seeds');
      seats[number].commitment = event.get('commitment');
    } else if (kind === 'SeatsClosed' && !isClosed) {
      this.until = event.get('until');
      this.require(seats.some((seat) => seat.commitment !== null), 'the seats close without a commitment');
      const isRolled = this.deal !== null && event.get('roll') === roll(this.deal, seats);
      this.require(isRolled, 'the roll is not that of the seats and their commitments');
    } else if (kind === 'SeedRevealed') {
      const isDue = this.until !== null && !this.isStarted;
      this.require(isDue, 'a seed is revealed before the seats close, or after the start');
      this.require(seats[number].seed === null, `${player} reveals a second seed`);
      const isKept = seedCommitment(this.deal ?? '', player, event.get('seed')) === seats[number].commitment;
      this.require(isKept, `${player} reveals another seed than it committed to`);
      if (isKept && isDue) seats[number].seed = event.get('seed');
    } else if (kind === 'GameStarted') {
      if (this.require(!this.isStarted, 'the game starts again')) this.start(event);
    } else if (kind === 'DeckShuffled') {
      const shuffle = event.get('shuffle'), due = this.shuffles.size;
      this.require(this.isStarted, 'a deck is shuffled before the start');
      this.require(shuffle === due, `shuffle ${shuffle} comes where shuffle ${due} is due`);
      const made = { number: shuffle, commitment: event.get('commitment'), reason: 'not revealed yet' };
      if (!this.shuffles.has(shuffle)) this.shuffles.set(shuffle, { ...made, verdict: 'sealed' });
    } else if (kind === 'DeckRevealed') {
      this.reveal(event, event.get('shuffle'));
    } else if (kind === 'GameWon' || kind === 'GameClosed') {
      this.isOver = true;
    }
  }

  /** Check the players, the missing seeds and the fingerprint. @param {Fields} event */
  start(event) {
    const players = this.seats.map((seat) => seat.player);
    const isTheirs = JSON.stringify(event.get('players')) === JSON.stringify(players);
    this.require(isTheirs, 'the players are not those of the seats');
    if (this.seats.some((seat) => seat.commitment !== null && seat.seed === null)) {
      const at = event.get('at');
      const now = new Date((at - (at % 1000)) / 1000).toISOString().slice(0, -1) + String(at % 1000).padStart(3, '0');
      const isLate = this.until !== null && now >= this.until.slice(0, -1);
      this.require(isLate, 'the game starts without seeds whose time is not over');
    }
    this.isStarted = true;
    this.fingerprint = this.deal === null ? null : fingerprint(this.deal, this.seats);
    this.require(event.get('fingerprint') === this.fingerprint, 'the fingerprint is not that of the seats');
  }

  /** Check an order against commitment, links and seeds. @param {Fields} event @param {number} number of the shuffle */
  reveal(event, number) {
    const order = event.get('order'), link = event.get('link'), shuffle = this.shuffles.get(number);
    if (shuffle?.verdict !== 'sealed') {
      this.require(false, `shuffle ${number} is revealed again, or was never made`, number);
      return;
    }
    Object.assign(shuffle, { verdict: 'committed', reason: 'as committed; the server alone chose it' });
    if (this.deal !== null && number < LINKS) {
      Object.assign(shuffle, { verdict: 'right', reason: 'it follows from the seeds and the server\'s link' });
      if (link === null || !this.opensChain(number + 1, link)) {
        this.require(false, `the link of shuffle ${number} is false`, number);
      } else if (this.fingerprint !== null) {
        const isDerived = String(order) === String(shuffledOrder(this.fingerprint, link, number, order));
        this.require(isDerived, `shuffle ${number} does not follow from seeds and link`, number);
      }
    }
    const isCommitted = digest([...order, event.get('salt')].join(' ')) === shuffle.commitment;
    if (this.require(isCommitted, `shuffle ${number} is not the order that was committed to`, number)) {
      this.orders.set(number, order);
    }
  }

  /**
   * Return whether a link leads down to a known one; if so, keep it and those between.
   * @param {number} number @param {string} link
   */
  opensChain(number, link) {
    const chain = new Map([[number, link]]);
    while (!this.links.has(number)) {
      link = digest(`deal/v1 link ${--number} ${link}`);
      chain.set(number, link);
    }
    if (this.links.get(number) !== link) return false;
    for (const [place, each] of chain) this.links.set(place, each);
    return true;
  }
}

/** The number of cards by variant and version of its rules, where the places of the cards can be checked. */
const DECK_SIZES = new Map([['hundred-and-ten 1', 53], ['oh-hell 1', 52], ['president 1', 52]]);

/** The way of the cards from the decks to the seats, by the orders that are revealed in the end. */
class Cards {
  stock = /** @type {Place[]} */ ([]);
  nextStock = /** @type {Place[]} */ ([]);
  turnedUp = /** @type {Place[]} */ ([]);
  hands = /** @type {Place[][]} */ ([]);
  round = 0;
  shuffled = 0;
  left = 0;
  newest = 0;

  /** @param {Deals} deals @param {Fields} created */
  constructor(deals, created) {
    const options = new Fields(created.line, created.get('options'));
    this.deals = deals;
    this.variant = created.get('variant');
    this.isOhHell = this.variant === 'oh-hell';
    this.carriesOver = this.isOhHell && options.get('reshuffle') === 'mid_deal';
    this.firstDealer = this.isOhHell ? options.get('first_dealer') : 0;
    this.deck = DECK.slice(0, DECK_SIZES.get(`${this.variant} ${created.get('rules_version')}`));
  }

  /** Check an event that moves cards. @param {Fields} event */
  take(event) {
    const kind = event.get('type');
    if (kind === 'DeckShuffled') {
      this.shuffle(event.get('shuffle'));
    } else if (kind === 'RoundDealt') {
      this.deal(event.get('dealer'), event.get('hands'), event.get('stock'));
    } else if (['HandDealt', 'BlindHandDealt', 'HandShown'].includes(kind)) {
      this.compare(event.get('open.cards'), this.hands[event.get('seat')] ?? [], event.get('shuffle'));
    } else if (kind === 'TrumpTurned') {
      this.compare([event.get('card')], this.turnedUp, this.newest);
    } else if (kind === 'CardsDrawn') {
      const cards = event.get('open.cards');
      this.compare(cards, this.stock.slice(0, cards?.length ?? 0), event.get('shuffle'));
      // How many hidden cards are drawn is unknown, and therefore the places of the next ones.
      this.stock = cards ? this.stock.slice(cards.length) : this.stock.map(([shuffle]) => [shuffle, null]);
    }
  }

  /** Check that the deck held the cards that are due; they lie below those that are kept. @param {number} number */
  shuffle(number) {
    const kept = this.carriesOver ? this.stock : [];
    const order = this.deals.orders.get(number);
    const others = new Set(kept.map(([, card]) => card));
    if (order && !others.has(null)) {
      const isRest = String([...order].sort()) === String(this.deck.filter((card) => !others.has(card)).sort());
      this.deals.require(isRest, `shuffle ${number} is not of the cards that the deck held`, number);
    }
    const cards = order ?? this.deck.slice(kept.length).map(() => null);
    this.nextStock = [...kept, ...cards.map((card) => /** @type {Place} */ ([number, card]))];
    this.newest = number;
    this.shuffled += 1;
  }

  /**
   * Assign the places in the deck: in runs of five, or one at a time from the dealer's left.
   * @param {number} dealer @param {number[]} hands @param {number} stock
   */
  deal(dealer, hands, stock) {
    const seats = hands.length, inRuns = this.variant === 'hundred-and-ten', turnUps = Number(this.isOhHell);
    const count = hands.reduce((sum, each) => sum + each, 0);
    const isSeats = seats > 0 && seats === this.deals.seats.length;
    if (!this.deals.require(isSeats, 'the hands are not those of the seats')) return;
    const isRule = inRuns ? hands.every((each) => each === 5) : dealer === (this.firstDealer + this.round) % seats;
    this.deals.require(isRule, 'the hands or the dealer are not as in the rules');
    // With one shuffle more, or one less, the server would have a choice.
    const isDue = this.left < count + turnUps;
    this.deals.require(this.shuffled === Number(isDue), 'a deck is shuffled too often, or not at all');
    const cards = this.nextStock.length ? this.nextStock : this.stock, dealt = cards.slice(0, count);
    this.hands = hands.map((_, seat) => inRuns
      ? cards.slice(5 * seat, 5 * seat + 5)
      : dealt.filter((_place, index) => (index + dealer + 1) % seats === seat));
    this.turnedUp = cards.slice(count, count + turnUps);
    this.stock = cards.slice(count + turnUps);
    this.deals.require(this.stock.length === stock, 'the deck held another number of cards');
    [this.nextStock, this.round, this.shuffled, this.left] = [[], this.round + 1, 0, this.isOhHell ? stock : 0];
  }

  /**
   * Check that cards are those of their places in the decks.
   * @param {string[] | null} cards @param {Place[]} places @param {number} shuffle
   */
  compare(cards, places, shuffle) {
    const { deals } = this;
    const isInPlay = shuffle === this.newest || shuffle === places.at(-1)?.[0];
    deals.require(isInPlay, `the cards are not from shuffle ${shuffle}`);
    if (cards === null) {
      if (deals.orders.has(shuffle)) deals.unchecked.push(`the cards of version ${deals.version}, which are left out`);
      return;
    }
    deals.require(cards.length === places.length, `the number of cards is ${cards.length}, not ${places.length}`);
    for (const [i, [number, due]] of places.slice(0, cards.length).entries()) {
      const isDue = due === null || due === cards[i];
      deals.require(isDue, `${cards[i]} is dealt where shuffle ${number} has ${due}`, number);
    }
  }
}

// The report.

/**
 * Return a report on a game, and on whether it used a player's seed; never throws.
 * @param {string} text @param {{ seed?: string | null, player?: string | null }} [question] @returns {Report}
 */
export function verify(text, { seed = null, player = null } = {}) {
  try {
    const events = read(text);
    const deals = checked(events);
    const use = seed === null ? null : useOfSeed(deals, seed, player);
    const isWrong = deals.findings.length > 0 || use?.used === false;
    return {
      status: isWrong ? 1 : deals.unchecked.length ? 3 : 0,
      game: events[0].get('game'),
      seats: deals.seats.map((each, seat) => ({
        seat, player: each.player, committed: each.commitment !== null, opened: each.seed !== null,
      })),
      fingerprint: deals.fingerprint,
      shuffles: [...deals.shuffles.values()],
      findings: deals.findings.sort((one, other) => Number(one.version) - Number(other.version)),
      unchecked: deals.unchecked,
      seed: use,
    };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    const findings = [{ version: null, reason: error.message }];
    return { status: 2, game: null, seats: [], fingerprint: null, shuffles: [], findings, unchecked: [], seed: null };
  }
}

/** @param {Fields[]} events */
function checked(events) {
  const deals = new Deals(events[0]);
  const variant = `${events[0].get('variant')} ${events[0].get('rules_version')}`;
  for (const event of events) {
    deals.version = event.get('version');
    deals.take(event);
  }
  for (const { number, verdict } of deals.shuffles.values()) {
    const isRight = verdict !== 'sealed' || !deals.isOver;
    deals.require(isRight, `the game is over, and shuffle ${number} is not revealed`, number);
  }
  if (DECK_SIZES.has(variant)) {
    const cards = new Cards(deals, events[0]);
    for (const event of events) {
      deals.version = event.get('version');
      cards.take(event);
    }
  }
  const verdicts = new Set([...deals.shuffles.values()].map(({ verdict }) => verdict));
  const gaps = {
    'the deals, because the game has not started': !deals.isStarted,
    'the shuffles that are not revealed yet': verdicts.has('sealed'),
    'the origin of the orders, because the game takes no seeds': deals.deal === null,
    [`the origin of the orders from shuffle ${LINKS} on`]: deals.deal !== null && verdicts.has('committed'),
    'the places of the cards, because this program does not know the game': !DECK_SIZES.has(variant),
  };
  deals.unchecked.push(...Object.entries(gaps).flatMap(([gap, isThere]) => (isThere ? [gap] : [])));
  return deals;
}

/** @param {Deals} deals @param {string} seed @param {string | null} player @returns {UseOfSeed} */
function useOfSeed({ deal, seats, isStarted }, seed, player) {
  if (!/^[0-9a-f]{64}$/.test(seed)) throw new Unreadable('the seed is not 64 hexadecimal digits in lower case');
  const seat = seats.find((each) => each.player === player);
  if (deal === null || !seat) return { used: false, reason: 'the player has no seat, or the game takes no seeds' };
  if (seat.commitment !== seedCommitment(deal, seat.player, seed)) {
    return { used: false, reason: 'the player committed to another seed, or to none' };
  }
  if (!isStarted) return { used: null, reason: 'the game has not started' };
  const used = seat.seed !== null;
  return { used, reason: `the player ${used ? 'revealed' : 'did not reveal'} it` };
}

/** Return the lines of a report for a person. @param {Report} report */
export function describe({ status, seats, fingerprint, shuffles, findings, unchecked, seed }) {
  const lines = seats.map(({ seat, player, committed, opened }) => {
    const part = committed ? 'committed to a seed and did not reveal it' : 'added no seed';
    return `Seat ${seat}, ${player}: ${opened ? 'added a seed' : part}`;
  });
  if (fingerprint !== null) lines.push(`Fingerprint: ${fingerprint}`);
  if (fingerprint !== null && !seats.some(({ opened }) => opened)) {
    lines.push('No seat added a seed, so the server alone chose the orders');
  }
  for (let first = 0, next; first < shuffles.length; first = next) {
    const { number, verdict, reason } = shuffles[first];
    for (next = first + 1; shuffles[next]?.verdict === verdict && shuffles[next].reason === reason;) next++;
    const name = next === first + 1 ? `Shuffle ${number}` : `Shuffles ${number} to ${shuffles[next - 1].number}`;
    lines.push(`${name}: ${verdict}: ${reason}`);
  }
  for (const { version, reason } of findings) lines.push(version === null ? reason : `Version ${version}: ${reason}`);
  for (const gap of unchecked) lines.push(`Not checked: ${gap}`);
  if (seed) lines.push(`Seed used: ${seed.used ? 'yes' : 'no'}: ${seed.reason}`);
  const ends = ['All is right.', 'WRONG.', 'The file cannot be read.', 'All is right that can be checked.'];
  return [...lines, ends[status]];
}

/** Verify the file of the command line; return the status. @param {any} process @param {any} fs @param {any} util */
async function main(process, fs, { parseArgs }) {
  try {
    const options = { seed: { type: 'string' }, player: { type: 'string' } };
    const { values: { seed, player }, positionals: [path, ...more] } = parseArgs({ options, allowPositionals: true });
    if (path === undefined || more.length || (seed === undefined) !== (player === undefined)) {
      throw new Error('usage: node verify.mjs FILE [--seed HEX --player ID]');
    }
    const bytes = [];
    for await (const chunk of path === '-' ? process.stdin : fs.createReadStream(path, { end: MAX_BYTES })) {
      bytes.push(chunk);
    }
    const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    const report = verify(decoder.decode(await new Blob(bytes).arrayBuffer()), { seed, player });
    process.stdout.write(describe(report).map((line) => `${line}\n`).join(''));
    return report.status;
  } catch (error) {
    process.stderr.write(`verify.mjs: error: ${/** @type {Error} */ (error).message}\n`);
    return 2;
  }
}

const { process } = /** @type {any} */ (globalThis);
if (process?.versions?.node && process.argv[1]) {
  // Not literals, so that browsers' tools do not look for Node's modules.
  const [fs, url, util] = await Promise.all(['fs', 'url', 'util'].map((name) => import(`node:${name}`)));
  const isProgram = url.pathToFileURL(fs.realpathSync(process.argv[1])).href === import.meta.url;
  if (isProgram) process.exitCode = await main(process, fs, util);
}
