//! From text to an [`Expr`].

use super::lex::{Token, lex};
use super::{Binary, Expr, ExprError, Unary, Width};
use crate::engine::FloatWidth;
use machine::isa::{Bank, ControlRegister, IsaDesc, Register};

/// Operators from the weakest to the strongest.
const LEVELS: [&[(&str, Binary)]; 10] = [
    &[("||", Binary::Or)],
    &[("&&", Binary::And)],
    &[("|", Binary::BitOr)],
    &[("^", Binary::BitXor)],
    &[("&", Binary::BitAnd)],
    &[("==", Binary::Equal), ("!=", Binary::Unequal)],
    &[
        ("<=", Binary::LessEqual),
        (">=", Binary::GreaterEqual),
        ("<", Binary::Less),
        (">", Binary::Greater),
    ],
    &[("<<", Binary::ShiftLeft), (">>", Binary::ShiftRight)],
    &[("+", Binary::Add), ("-", Binary::Subtract)],
    &[
        ("*", Binary::Multiply),
        ("/", Binary::Divide),
        ("%", Binary::Remainder),
    ],
];

/// The deepest nesting, so that a long row of signs does no harm.
const DEEPEST: usize = 64;

/// What the names in an expression may be.
pub trait Names {
    /// The machine, with its registers.
    fn desc(&self) -> &'static IsaDesc;
    /// The address of a label, and how wide what lies there is.
    fn label(&self, name: &str) -> Option<(u32, Width)>;
    /// How long the floating-point numbers are that are declared at an address, if they are.
    fn float_label(&self, _address: u32) -> Option<FloatWidth> {
        None
    }
    /// A name that looks like this one.
    fn similar(&self, name: &str) -> Option<String>;
}

/// Reads an expression.
pub fn parse(text: &str, names: &dyn Names) -> Result<Expr, ExprError> {
    let tokens = lex(text)?;
    let mut parser = Parser {
        tokens: &tokens,
        names,
        depth: 0,
    };
    let expr = parser.binary(0)?;
    match parser.tokens.first() {
        None => Ok(expr),
        Some(token) => Err(unexpected(Some(token))),
    }
}

/// The register of this name, as people write it on either machine.
pub fn register(desc: &'static IsaDesc, name: &str) -> Option<&'static Register> {
    let spelled = |register: &&Register, name: &str| {
        register.name == name || register.numbered == name || register.aliases.contains(&name)
    };
    let find = |name: &str| {
        desc.registers
            .iter()
            .find(|register| spelled(register, name))
    };
    let other = match name.strip_prefix('$') {
        Some(plain) => plain.to_owned(),
        None => format!("${name}"),
    };
    // Registers without a number are written in capitals in the manuals.
    let hidden = || {
        let mut hidden = desc.registers.iter();
        let plain = name.trim_start_matches('$');
        hidden.find(|r| r.reg.bank() == Bank::Hidden && r.name.eq_ignore_ascii_case(plain))
    };
    find(name).or_else(|| find(&other)).or_else(hidden)
}

/// The control register of this name.
pub fn control_register(desc: &'static IsaDesc, name: &str) -> Option<&'static ControlRegister> {
    let plain = name.trim_start_matches('$');
    let mut registers = desc.control_registers.iter();
    registers.find(|register| register.name.eq_ignore_ascii_case(plain))
}

struct Parser<'a> {
    tokens: &'a [Token],
    names: &'a dyn Names,
    depth: usize,
}

impl Parser<'_> {
    fn binary(&mut self, level: usize) -> Result<Expr, ExprError> {
        let Some(operators) = LEVELS.get(level) else {
            return self.unary();
        };
        let mut left = self.binary(level + 1)?;
        while let Some(operator) = self.operator(operators) {
            let right = self.binary(level + 1)?;
            left = Expr::Binary(operator, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    fn operator(&mut self, operators: &[(&str, Binary)]) -> Option<Binary> {
        let Some(Token::Sign(sign)) = self.tokens.first() else {
            return None;
        };
        let (_, operator) = operators.iter().find(|(text, _)| text == sign)?;
        self.tokens = &self.tokens[1..];
        Some(*operator)
    }

    fn sign(&mut self, wanted: &str) -> bool {
        let found = matches!(self.tokens.first(), Some(Token::Sign(sign)) if *sign == wanted);
        if found {
            self.tokens = &self.tokens[1..];
        }
        found
    }

    fn unary(&mut self) -> Result<Expr, ExprError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(ExprError::Syntax("this is nested too deeply".to_owned()));
        }
        let expr = self.prefixed();
        self.depth -= 1;
        expr
    }

    fn prefixed(&mut self) -> Result<Expr, ExprError> {
        if self.sign("*") {
            let float = self.float_cast();
            let cast = self.cast();
            let address = self.unary()?;
            if let Some(width) =
                float.or_else(|| self.declared(&address).filter(|_| cast.is_none()))
            {
                return Ok(Expr::FloatLoad(width, Box::new(address)));
            }
            let width = cast.unwrap_or_else(|| address.element());
            return Ok(Expr::Load(width, Box::new(address)));
        }
        if self.sign("&") {
            return match self.unary()? {
                Expr::Load(_, address) | Expr::FloatLoad(_, address) => Ok(*address),
                Expr::Label(address, width) => Ok(Expr::Label(address, width)),
                _ => Err(ExprError::Syntax(
                    "`&` takes the address of a label or of memory: `&board[3]`".to_owned(),
                )),
            };
        }
        for (sign, operator) in [
            ("-", Unary::Negate),
            ("!", Unary::Not),
            ("~", Unary::BitNot),
        ] {
            if self.sign(sign) {
                return Ok(Expr::Unary(operator, Box::new(self.unary()?)));
            }
        }
        if let Some(width) = self.float_cast() {
            return Ok(Expr::ToFloat(width, Box::new(self.unary()?)));
        }
        if let Some(width) = self.cast() {
            return Ok(Expr::Cut(width, Box::new(self.unary()?)));
        }
        self.postfix()
    }

    /// `(half)`
    fn cast(&mut self) -> Option<Width> {
        let [Token::Sign("("), Token::Name(name), Token::Sign(")"), ..] = self.tokens else {
            return None;
        };
        let width = Width::named(name)?;
        self.tokens = &self.tokens[3..];
        Some(width)
    }

    /// `(double)`
    fn float_cast(&mut self) -> Option<FloatWidth> {
        let [Token::Sign("("), Token::Name(name), Token::Sign(")"), ..] = self.tokens else {
            return None;
        };
        let width = FloatWidth::named(name)?;
        self.tokens = &self.tokens[3..];
        Some(width)
    }

    /// How long the floating-point numbers are that a label declares.
    fn declared(&self, expr: &Expr) -> Option<FloatWidth> {
        match expr {
            Expr::Label(address, _) => self.names.float_label(*address),
            _ => None,
        }
    }

    fn postfix(&mut self) -> Result<Expr, ExprError> {
        let mut expr = self.primary()?;
        while self.sign("[") {
            let index = self.binary(0)?;
            self.expect("]")?;
            let (width, float) = (expr.element(), self.declared(&expr));
            let size = float.map_or(width.size(), FloatWidth::size);
            let size = Expr::Number(size.into());
            let offset = Expr::Binary(Binary::Multiply, Box::new(index), Box::new(size));
            let address = Expr::Binary(Binary::Add, Box::new(expr), Box::new(offset));
            let address = Box::new(address);
            expr = match float {
                Some(width) => Expr::FloatLoad(width, address),
                None => Expr::Load(width, address),
            };
        }
        Ok(expr)
    }

    fn primary(&mut self) -> Result<Expr, ExprError> {
        let Some((token, rest)) = self.tokens.split_first() else {
            return Err(unexpected(None));
        };
        self.tokens = rest;
        match token {
            Token::Number(number) => Ok(Expr::Number(*number)),
            Token::Real(number) => Ok(Expr::Real(number.to_bits())),
            Token::Name(name) => self.name(name),
            Token::Sign("(") => {
                let inner = self.binary(0)?;
                self.expect(")")?;
                Ok(inner)
            }
            Token::Sign(_) => Err(unexpected(Some(token))),
        }
    }

    fn name(&self, name: &str) -> Result<Expr, ExprError> {
        let exact = |register: &&Register| register.name == name || register.numbered == name;
        let desc = self.names.desc();
        if let Some(found) = desc.registers.iter().find(exact) {
            return Ok(Expr::Register(found.reg));
        }
        if let Some((address, width)) = self.names.label(name) {
            return Ok(Expr::Label(address, width));
        }
        if let Some(found) = register(desc, name) {
            return Ok(Expr::Register(found.reg));
        }
        if let Some(found) = control_register(desc, name) {
            return Ok(Expr::Control(found.number));
        }
        match name.trim_start_matches('$') {
            "pc" => Ok(Expr::Pc),
            "step" => Ok(Expr::Step),
            _ => Err(ExprError::Unknown {
                name: name.to_owned(),
                similar: self.names.similar(name),
            }),
        }
    }

    fn expect(&mut self, sign: &'static str) -> Result<(), ExprError> {
        match self.sign(sign) {
            true => Ok(()),
            false => Err(ExprError::Syntax(match self.tokens.first() {
                Some(token) => format!("expected `{sign}`, not {}", describe(token)),
                None => format!("`{sign}` is missing at the end"),
            })),
        }
    }
}

fn unexpected(token: Option<&Token>) -> ExprError {
    ExprError::Syntax(match token {
        Some(token) => format!("{} does not belong here", describe(token)),
        None => "something is missing at the end".to_owned(),
    })
}

fn describe(token: &Token) -> String {
    match token {
        Token::Number(number) => format!("`{number}`"),
        Token::Real(number) => format!("`{number}`"),
        Token::Name(name) => format!("`{name}`"),
        Token::Sign(sign) => format!("`{sign}`"),
    }
}
